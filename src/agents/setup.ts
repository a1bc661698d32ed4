/** What set-up knows of an agent (RG-2 to RG-6, MC-2, AP-6), as data in `agents/<name>/agent.ts`. A hook call loads none of it. */

import type { OperatingSystem } from "../context.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { AgentFacts, Fact, ReaderVerdict, Scope } from "./agent.ts";
import type { CommandTexts } from "./registered-text.ts";

export interface Agent<R extends HookRegistration = HookRegistration> extends AgentFacts {
  readonly registration: R;
  readonly servers: ServerFiles;
  /** Absent where it is not known. */
  readonly agentPlugins?: AgentPlugins;
}

/** Which file and which entries make the agent call us. */
export type HookRegistration = OwnHookFile | (Registrable & { /** The agent whose file serves both. */ readonly via: string });

interface Registrable {
  /** Its name in `config.toml`, where the Rust tool uses another. */
  readonly configName?: string;
  /** Signs that the agent is used on this machine: folders below the home, programs on PATH. */
  readonly signs: { readonly folders: readonly string[]; readonly programs: readonly string[] };
}

export interface OwnHookFile extends Registrable {
  /** Below the user's home, before relocation, and below the project. */
  readonly file: Readonly<Record<Scope, string>>;
  /** Entries, or a whole file that we own: the plugin that the build puts at `plugins/<agent>.js`. */
  readonly content: HookEntries | { readonly kind: "plugin-file" };
  /** How it denies: by output, or by exit code 2, which the registered text must then pass on. */
  readonly denies: "json" | "exit-code";
  /** The project's entry replaces the user's, so its text need not check for one (goose). */
  readonly projectWins?: true;
  /** Native events that are registered only while a plugin uses them, because they fire constantly. */
  readonly onlyWhileUsed?: readonly string[];
  /** Entries of one event are identified by position: ours stays last, and leaves this placeholder when others follow. */
  readonly placeholder?: Json;
  /** Hooks act only in the file of an agent that the user chooses, so Symposium also prints the entries to paste into others. */
  readonly alsoPasted?: true;
  /** JSON files that may contain entries of the Rust tool, below the home and below the project (RG-15). */
  readonly rustFiles?: Readonly<Record<Scope, readonly string[]>>;
  /** Keys of the frame to which the Rust tool gave another value, which we may therefore replace. */
  readonly rustFrame?: Readonly<Record<string, Json>>;
}

/** Entries in a JSON file, which may be the user's: one per event, in a list of that event. */
export interface HookEntries {
  readonly kind: "entries";
  readonly entry: (call: RegisteredCall) => Json;
  /** The key of the entry's own list of commands, where it has one. Users may add theirs to it. */
  readonly shares?: string;
  /** More keys that the file needs, before the entries. */
  readonly frame?: Readonly<Record<string, Json>>;
}

/** The list that contains an event's entries. */
export function listOf(event: string): readonly string[] {
  return ["hooks", event];
}

export interface RegisteredCall {
  readonly event: string;
  /** Without it the agent would never call. */
  readonly matcher?: string;
  readonly commands: CommandTexts;
  /** In seconds. */
  readonly timeout: number;
  readonly scope: Scope;
  /** The system the file is written on, for an entry that can hold only one command. */
  readonly os: OperatingSystem;
}

/** The command of an entry that can hold only one, for the shell with which the agent starts hooks on this system. */
export function commandFor({ commands, os }: Pick<RegisteredCall, "commands" | "os">, onWindows: keyof CommandTexts): string {
  return commands[os === "windows" ? onWindows : "posix"];
}

export type ServerPlace = "user" | "local" | "project";

export interface ServerFiles {
  /** A file of the user's, for every project. */
  readonly user?: ServerFile;
  /** A place for one project that git does not see, in a file of the user's. */
  readonly local?: ServerFile;
  /** A file in the project. Agents that read the same file write the same entries. */
  readonly project?: ServerFile;
  /** The value of a server's entry in one of these files. It never throws. */
  readonly entry: (server: NativeServer, place: ServerPlace) => JsonObject | Impossible;
  /** How the agent itself writes "the value of this variable" in such an entry, in words. */
  readonly references: Fact<string>;
  /** What the user must still approve before the agent starts a server that is written there. */
  readonly approvals?: readonly Fact<ServerApproval>[];
  /** What an entry of another shape does to the rest of its file. */
  readonly wrongShape: Fact<WrongShape>;
  /** What the Rust tool writes for a server, which is removed when name and value match (MC-6). */
  readonly rust?: RustServers;
}

export interface ServerFile {
  /** Below the user's home before relocation, or below the project. */
  readonly path: string;
  /** The path on systems where it is another one. */
  readonly pathOn?: Readonly<Partial<Record<OperatingSystem, string>>>;
  readonly format: "json" | "toml" | "yaml";
  /** The keys that lead to the table of servers; `project` is the folder's absolute path, for a local place. */
  readonly table: (project: string) => readonly string[];
  /** What the agent's own reader does with a JSON file that contains, for example, a comment; absent for other formats. */
  readonly reader?: Fact<ServerReader>;
  /** The agent rewrites this file while it runs, so that a write may be lost. */
  readonly isRewritten?: true;
  /** How the agent keeps its own processes from writing it at once; absent where it does not. */
  readonly lock?: ServerLock;
}

export type ServerReader = Readonly<Record<"comment" | "trailingComma" | "byteOrderMark", ReaderVerdict>>;

/** A folder that stands beside the file, as its path names it and not where a link leads, while the agent reads it again and writes it. */
export interface ServerLock {
  /** Added to the path of the file. */
  readonly ending: string;
  /** After so many milliseconds the agent writes without it. */
  readonly waits: number;
  /** One that was not touched for so many milliseconds is removed as left behind. */
  readonly stale: number;
}

/** A server as it goes into an agent's file. A process is always our launcher (MC-11), which sets variables and the folder. */
export type NativeServer = LaunchedServer | RemoteServer;

export interface LaunchedServer {
  readonly name: string;
  readonly transport: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that the launcher needs: some agents give a process few of the user's, or none that looks like a secret. */
  readonly variables?: readonly string[];
}

export interface RemoteServer {
  readonly name: string;
  readonly transport: "http" | "sse";
  /** As in the manifest, with references as `${NAME}`: `entry` gives them the agent's own syntax. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `url` and `headers` contain no references: `${NAME}` is text too. */
  readonly isLiteral?: true;
}

/** The agent cannot have this server; completes "<agent> cannot …". */
export interface Impossible {
  readonly impossible: string;
}

export interface ServerApproval {
  readonly places: readonly ServerPlace[];
  /** Completes "written, not active until …". */
  readonly until: string;
  /** It applies only to servers that refer to variables. */
  readonly onlyWith?: "references";
}

/** The agent skips the entry, skips every server of the file, or does not start. */
export type WrongShape = "entry-ignored" | "servers-ignored" | "agent-stops";

/** The Rust tool writes the same paths below the home and below the project. */
interface RustServers {
  readonly path: string;
  readonly format: ServerFile["format"];
  /** The table of servers, `[]` for the top of the file. */
  readonly table: readonly string[];
  /** The value it writes; `undefined` for a server that it skips. */
  readonly entry: (server: RustServer) => Json | undefined;
}

/** A server as the Rust tool reads it from the manifest. */
export type RustServer =
  | { readonly command: string; readonly args: readonly string[]; readonly env: readonly NamedValue[] }
  | { readonly url: string; readonly headers: readonly NamedValue[] };

export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export function isImpossible(entry: Json | Impossible): entry is Impossible {
  return typeof entry === "object" && entry !== null && !Array.isArray(entry) && "impossible" in entry;
}

export function serverFilePath({ path, pathOn }: Pick<ServerFile, "path" | "pathOn">, os: OperatingSystem): string {
  return pathOn?.[os] ?? path;
}

/** Where the agent loads Agent Plugins by itself. What it loads is not given to it again. */
export interface AgentPlugins {
  /** What of a package the agent loads. */
  readonly takes: Fact<readonly PackagePart[]>;
  /** How the model finds a package's skill: `<plugin>:<skill>`, or `<skill>`. Absent where it is not known. */
  readonly skillName?: Fact<string>;
  /** What the agent lists where a folder of skills has a skill of the same name: both, or one of them. Absent where it is not known. */
  readonly besideCopy?: Fact<"both" | "one">;
  /** None for an agent that was seen not to load any. */
  readonly places: readonly Fact<PackagePlace>[];
}

export type PackagePart = "skills" | "servers";

export interface PackagePlace {
  readonly scope: Scope;
  /** A package's folder, for people. */
  readonly folder: string;
  /** For people: completes "loads it, if …"; absent where the folder alone is enough. */
  readonly needs?: string;
  /** A folder that is a link does not count: the agent rejects it, or it is not known to follow it. */
  readonly noLinks?: true;
  /** The folders that are enabled. Where that is not certain a folder is left out: a skill that is listed twice does less harm than a missing one. */
  readonly find: (files: AgentFiles) => readonly string[] | Promise<readonly string[]>;
}

/** The agent's files, which may contain anything. Nothing here throws. */
export interface AgentFiles {
  /** The absolute path of `~/<path>`, or of the place a variable moves it to. */
  readonly user: (path: string) => string;
  readonly home: string;
  /** The folder that the agent is started in; absent where only the user's places count. */
  readonly project?: string;
  readonly os: OperatingSystem;
  /** The folders in a folder, also behind links, by name. */
  readonly foldersIn: (folder: string) => readonly string[];
  /** The document, or `undefined` where it is missing or unreadable. */
  readonly json: (file: string) => Json | undefined;
  readonly toml: (file: string) => Json | undefined;
  readonly yaml: (file: string) => Promise<Json | undefined>;
}
