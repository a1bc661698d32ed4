/**
 * Where an agent reads MCP servers, and in which shape (MC-2), as data: `agents/<name>/servers.ts` names the files, and the editors in
 * `config-files` write them. Read at set-up, never when an agent calls.
 */

import type { Json, JsonObject } from "../canonical/json.ts";
import type { OperatingSystem } from "../context.ts";
import type { Fact, ReaderVerdict } from "./agent.ts";

export type ServerPlace = "user" | "local" | "project";

export interface ServerFiles {
  /** The agent's name. */
  readonly agent: string;
  /** A file of the user's, for every project. */
  readonly user?: ServerFile;
  /** A place for one project that git does not see, in a file of the user's. */
  readonly local?: ServerFile;
  /** A file in the project. Agents that read the same file write the same entries. */
  readonly project?: ServerFile;
  /** The value of a server's entry in one of these files. It throws for no server. */
  readonly entry: (server: NativeServer, place: ServerPlace) => JsonObject | Impossible;
  /** How the agent itself writes "the value of this variable" in such an entry, in words. */
  readonly references: Fact<string>;
  /** What the user must still approve before the agent starts a server that is written there. */
  readonly approvals?: readonly Fact<ServerApproval>[];
  /** A name that this agent accepts: others are a reported loss. */
  readonly isValidName: (name: string) => boolean;
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
  /** What the agent's own reader does with a JSON file that contains such a thing; absent for other formats. */
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

/** A server as an agent is to be told of it. A process is always our launcher (MC-11), which sets variables and the folder. */
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
export interface RustServers {
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
