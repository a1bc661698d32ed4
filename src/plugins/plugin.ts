/** A validated plugin, the same for all dialects, and where it comes from. */

import type { GitAddress } from "../files/git/address.ts";
import type { Runnable } from "../host/command-line.ts";
import type { Stamped } from "../host/reading-budget.ts";
import type { EventName } from "../model/event.ts";
import type { NativeFilter } from "../model/manifest-matcher.ts";
import type { Matcher } from "../model/matcher.ts";
import type { Installation } from "../packages/programs/program-source.ts";
import type { Live } from "./gates/live.ts";
import type { Atom, Gate } from "./gates/predicate.ts";

export interface Plugin {
  readonly name: string;
  /** The folder that relative paths start at. */
  readonly directory: string;
  readonly manifest: string;
  readonly hooksManifest?: string;
  readonly gate: Gate;
  readonly installations: readonly Installation[];
  readonly hooks: readonly Hook[];
  readonly skills: readonly SkillGroup[];
  readonly servers: readonly Server[];
  readonly subcommands: readonly Subcommand[];
  readonly predicates: readonly CustomPredicate[];
  readonly chained: readonly ChainedPlugin[];
  /** Globs of more files that a consent to a repository's own plugin covers. */
  readonly files: readonly string[];
  /** Of an Agent Plugin: what its manifest says about it, and what other clients read. */
  readonly agentPlugin?: AgentPluginFields;
}

/** The fields of an Agent Plugin's manifest that change nothing here; an export writes them again. */
export interface AgentPluginFields {
  readonly version?: string;
  readonly description?: string;
  readonly author?: { readonly name?: string; readonly email?: string; readonly url?: string };
  readonly homepage?: string;
  readonly repository?: string;
  readonly license?: string;
  readonly keywords?: readonly string[];
  /** By namespace, without Symposium's own. */
  readonly extensions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Started {
  readonly installation: string;
  readonly command: Runnable;
  readonly env: Readonly<Record<string, string>>;
  /** Folders that go in front of PATH. */
  readonly path: readonly string[];
  /** Names of the installations it needs besides its command, in dependency order. */
  readonly requirements: readonly string[];
  /** Requirements that it runs without, each with the reason; for `plugin validate` and `status`. */
  readonly unmet?: readonly string[];
  /** Its command is acquired, so its path is in Symposium's cache. */
  readonly isAcquired?: true;
  /** Why its program cannot be started before it is acquired: what runs it fails with this. */
  readonly missing?: string;
}

export interface Hook extends Started {
  readonly name: string;
  readonly event: HookEvent;
  readonly matcher: Matcher;
  /** Our name for the only agent it applies to. */
  readonly agent?: string;
  /** Agents on which it does not run, because they run it themselves. */
  readonly except?: readonly string[];
  /** `symposium`, `interchange`, `shim:<agent>` or an agent's name. */
  readonly format: string;
  /** Of `shim:<agent>`: when that agent would run it. The matcher is then for all tools. */
  readonly native?: NativeFilter;
  /** Of `shim:<agent>`: the folder of that agent's own plugin that it is from. */
  readonly pluginRoot?: string;
  readonly timeout: number;
  readonly onFailure: "open" | "closed";
  readonly onUnsupported: "deny" | "warn";
  readonly blocking?: boolean;
  /** Its format has no `on-failure`, but it says that it blocks: changed bytes deny in its place until the user agrees to them (PL-17). */
  readonly deniesIfChanged?: true;
  /** Of a hook in the Hook Interchange Format: what its handler says besides (IX-11). */
  readonly contract?: HandlerContract;
  /** Files that must be as they were read, with the fingerprints of a consent: those of `content_hashes`, and a hook manifest. */
  readonly verified?: readonly Stamped[];
  /** Names of variables that reach it although they could steer it. */
  readonly keepEnv: readonly string[];
  readonly gate: Gate;
}

export interface HandlerContract {
  /** The format's name of an event that only one agent has. */
  readonly event?: string;
  readonly timeoutBlocks?: true;
  /** It is started, and no one waits for it. */
  readonly isAsync?: true;
  readonly statusMessage?: string;
  /** Below the project. */
  readonly cwd?: string;
  /** It has a command of its own for some operating system. */
  readonly hasPlatformCommands?: true;
  readonly http?: HttpHandler;
}

export interface HttpHandler {
  readonly url: string;
  /** A value may refer to allowed variables as `$NAME` and `${NAME}`. */
  readonly headers: readonly NamedValue[];
  readonly allowedVariables: readonly string[];
}

/** A neutral event, or one that only this agent has. */
export type HookEvent = { readonly event: EventName } | { readonly agent: string; readonly native: string };

export interface SkillGroup {
  readonly gate: Gate;
  readonly source: SkillSource;
  readonly requires?: readonly string[];
}

export type SkillSource =
  /** A folder on this machine, absolute; an optional one may be missing. Of a flat one only the folders directly in it are skills. */
  | { readonly kind: "path"; readonly path: string; readonly isOptional?: true; readonly isFlat?: true }
  /** The address as written, which may itself name a branch and a folder. */
  | { readonly kind: "git"; readonly address: string; readonly pin?: GitPin; readonly subdirectory?: string }
  /** The packages that the gates name, or the one named here; in the folder they declare, or in `path`. */
  | { readonly kind: "package"; readonly package?: Atom; readonly path?: string }
  /** The first dialect allows a group without a source. */
  | { readonly kind: "none" };

export type GitPin = { readonly kind: "branch" | "tag" | "rev"; readonly name: string };

export type Server = ProcessServer | RemoteServer;

interface AnyServer {
  readonly name: string;
  readonly gate: Gate;
  /** Our own server does not end it when it is idle: it remembers things. */
  readonly keepAlive?: true;
  /** Of an Agent Plugin: its folder. All texts are literal, but for `${PLUGIN_ROOT}` and `${PLUGIN_DATA}` in `args`, `variables` and `cwd`. */
  readonly packageRoot?: string;
}

/** Started by the launcher; `command` is an installation's, or the plugin's own. */
export interface ProcessServer extends AnyServer, Omit<Started, "installation"> {
  readonly transport: "stdio";
  /** The name of its command's installation; absent where the manifest names a program itself. */
  readonly installation?: string;
  /** The manifest's `env`; a value may refer to variables as `${NAME}` (MC-12). */
  readonly variables: readonly NamedValue[];
  /** Absolute, or in an Agent Plugin below a variable; absent for the workspace's folder. */
  readonly cwd?: string;
}

export interface RemoteServer extends AnyServer {
  readonly transport: "http" | "sse";
  readonly url: string;
  /** A value may refer to variables as `${NAME}` (MC-12). */
  readonly headers: readonly NamedValue[];
}

export type NamedValue = { readonly name: string; readonly value: string };

export interface Subcommand extends Started {
  readonly name: string;
  readonly description: string;
  readonly audience: "agents" | "humans";
  readonly gate: Gate;
}

/** A predicate that a program answers; the argument of a call comes after the command's own arguments. */
export type CustomPredicate = Started & { readonly name: string };

/** What the index has of everything that may run. */
export interface Indexed {
  readonly plugin: string;
  /** Name of the plugin's source; source and name identify a plugin. */
  readonly source: string;
  /** The plugin's manifest, checked before it runs. */
  readonly manifest: Stamped;
  /** The line with the files that the user's consent covers, checked before it runs. */
  readonly covered?: number;
  /** The part of its gates that must be judged then. */
  readonly when?: Live;
}

/** The same of what is started, as the manifest says it. */
export type IndexedStart = Indexed & Pick<Started, "command" | "missing"> & Partial<Pick<Started, "env" | "path">>;

/** An MCP server that may run here (MC-11), or one that may be reached. */
export type IndexedServer = IndexedProcess | (Indexed & AboutServer & Omit<RemoteServer, "gate">);

/** It belongs to this workspace and is registered nowhere else (MC-4). */
type AboutServer = { readonly isGated: boolean };

/** `data` is the name of an Agent Plugin's data folder. */
export type IndexedProcess = IndexedStart &
  AboutServer &
  Omit<ProcessServer, keyof Started | "gate"> &
  Pick<Started, "isAcquired"> & { readonly data?: string };

export interface ChainedPlugin {
  readonly source: ChainedSource;
  readonly gate: Gate;
}

export type ChainedSource =
  | { readonly kind: "package"; readonly package: Atom }
  | { readonly kind: "git"; readonly address: GitAddress }
  /** A folder inside the plugin's own, absolute. */
  | { readonly kind: "path"; readonly path: string };

/** Where a plugin comes from, which decides what it may do without asking. */
export type PluginOrigin =
  /** A source that the user configured: its hooks run without asking (PL-18). */
  | { readonly kind: "source"; readonly name: string }
  /** A root or member of the workspace itself (PL-26). */
  | { readonly kind: "repository"; readonly folder: string }
  | PackageOrigin
  | ImportedOrigin;

/** A package: a dependency, or reached by a redirect or a chained plugin (PL-15, PL-28). */
export interface PackageOrigin {
  readonly kind: "package";
  readonly ecosystem: string;
  readonly name: string;
  readonly version?: string;
  readonly folder: string;
  /** The plugins and packages that led here, outermost first; empty for a dependency that the user enabled. */
  readonly through: readonly string[];
  /** A source's plugin led here: its skills load without asking (PL-18). */
  readonly isFromSource: boolean;
  readonly source?: string;
}

/** Files of an agent, whose hooks the user imported for every agent (IX-14). */
export interface ImportedOrigin {
  readonly kind: "imported";
  readonly agent: string;
  readonly scope: "user" | "project";
  /** The agent's own plugin that they are in, as the import is recorded. */
  readonly root?: string;
  readonly folder?: string;
  /** Absolute, in the order in which they are read. */
  readonly files: readonly string[];
  /** The files that each hook names, and whether it starts nothing else. */
  readonly named: readonly (readonly [hook: string, files: readonly string[], isFixed: boolean])[];
}

/** The source name of a package's plugin. */
export function packageSource({ ecosystem, name }: Pick<PackageOrigin, "ecosystem" | "name">): string {
  return `${ecosystem}:${name}`;
}

/** The section of the dispatch index that a hook is filed under. */
export function sectionOf({ event }: Pick<Hook, "event">): string {
  return "event" in event ? event.event : nativeSection(event.agent, event.native);
}

/** The event that a section stands for. The section may be from an older record: no agent has an event that is unknown here. */
export function eventOfSection(section: string): HookEvent {
  const at = section.indexOf(":");
  return at < 0 ? { event: section as EventName } : { agent: section.slice(0, at), native: section.slice(at + 1) };
}

/** A hook for an event only one agent has is filed under `<agent>:<native event>`. */
export function nativeSection(agent: string, nativeEvent: string): string {
  return `${agent}:${nativeEvent}`;
}

/** Whether a denial takes the hook's place where it cannot be verified, so that no project's file disarms it. */
export function isGuard({ onFailure, deniesIfChanged }: Pick<Hook, "onFailure" | "deniesIfChanged">): boolean {
  return onFailure === "closed" || deniesIfChanged === true;
}

export function innerGates({ hooks, skills, servers, subcommands, chained }: Plugin): readonly Gate[] {
  return [...hooks, ...skills, ...servers, ...subcommands, ...chained].map(({ gate }) => gate);
}

export function itemsOf({ hooks, skills, servers, subcommands, predicates, chained }: Plugin): string[] {
  return [
    ...hooks.map(({ name }) => hookItem(name)),
    ...skills.map(() => "skills"),
    ...servers.map(({ name }) => `server ${name}`),
    ...subcommands.map(({ name }) => `subcommand ${name}`),
    ...predicates.map(({ name }) => `predicate ${name}`),
    ...chained.map(() => "plugin"),
  ];
}

export function hookItem(name: string): string {
  return `hook ${name}`;
}

/** What a plugin has that brings nothing; each kind of plugin adds its own parts. */
export const NO_PARTS = {
  ...{ installations: [], hooks: [], skills: [], servers: [] },
  ...{ subcommands: [], predicates: [], chained: [], files: [] },
} satisfies Partial<Plugin>;
