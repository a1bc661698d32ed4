/**
 * The dispatch index: one file of ASCII text per workspace with everything a hook call needs. A call reads the header and parts of what follows, so
 * each position is both a number of bytes and of characters. The first line is the header. Then come groups of hooks by event, one line per hook:
 * selector, tab, `plugin/hook`, tab, the entry as JSON. Hooks for named tools come last in their group, and four lines before them: a directory
 * `|Bash 0-5|Edit 6-13|` from a tool's name to a part of the second line, which has places of lines; the names of these hooks, for the trace; and the
 * hooks that cannot run here, by name under the reason. After the groups, each list of covered files has a line, which hooks, commands and servers
 * name by its place. The last line but one lists subcommands, servers and plugins, for commands of people and our servers. The last line has the
 * stamps of all other files.
 */

import type { DevWindow } from "../consent/dev-folder.ts";
import type { RecordedHook } from "../consent/subject.ts";
import { byteLength } from "../host/engine.ts";
import type { Stamped } from "../host/reading-budget.ts";
import type { Live } from "../plugins/gates/live.ts";
import type { Question } from "../plugins/gates/predicate.ts";
import type { Hook, IndexedServer, IndexedStart, Started, Subcommand } from "../plugins/plugin.ts";

export const INDEX_FORMAT = "symposium-index";
export const INDEX_VERSION = 3;

/** Where an agent is registered to call us, so that an entry read by two agents answers once. */
export interface Registration {
  readonly agent: string;
  /** The agent whose name the file calls us with: its file may serve this agent as well. */
  readonly entry: string;
  readonly scope: "user" | "project";
  readonly file: string;
}

export interface IndexHeader {
  readonly format: typeof INDEX_FORMAT;
  readonly version: typeof INDEX_VERSION;
  /** The build of the program that wrote it; another build makes it again. */
  readonly program: string;
  /** What it was made from: an index is valid for no other config. A path in our directory is relative to it. */
  readonly config: string;
  /** The key of its file name; `null` outside a workspace. */
  readonly key: string | null;
  readonly workspace: string | null;
  readonly repository: string | null;
  /** Checked on every call: the config file, the roots of all sources, the workspace's lock files. */
  readonly stamps: readonly Stamped[];
  readonly registrations: readonly Registration[];
  readonly events: readonly string[];
  readonly sections: Readonly<Record<string, IndexSection>>;
  /** `[logging] level` of the config; a hook call writes to the log only at `debug` and `trace`. */
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error";
  /** What could not be loaded, as `file:line:column: message`. */
  readonly problems: readonly string[];
  /** The same where the last good version stays in force. */
  readonly kept?: readonly string[];
  /** Something is unreadable, and no stamp will show when that ends: the next call checks again. */
  readonly unsettled?: true;
  /** Reading the workspace was given up: a call has done what it may, and a refresh reads longer. */
  readonly unread?: true;
  /** The record of the last sync of skills; absent where hook calls do not sync them. */
  readonly synced?: string;
  /** No hook call has seen what changed: the next one builds the index again, and syncs skills or tells those that came. */
  readonly leavesSkills?: true;
  /** By agent, the file of skills that came in the background and that the agent was not told of when this was written. */
  readonly untold?: Readonly<Record<string, string>>;
  /** Where answers to questions of hooks are stored; absent where no hook asks any. */
  readonly answers?: string;
  /** It holds while a folder of `use --dev` counts, in milliseconds. */
  readonly valid?: DevWindow;
  /** Closed hooks that the user agreed to: they deny where the record of that becomes unreadable (PL-17). */
  readonly consented?: readonly ConsentedHook[];
  readonly hints: SessionHints;
  /** Where the lists of covered files start. */
  readonly coverages: number;
  /** Where the line of subcommands, servers and plugins starts. */
  readonly listed: number;
  /** Where the last line, with all other stamps, starts. */
  readonly watched: number;
  /** Characters after the header line; a shorter file is torn. */
  readonly length: number;
}

export interface ConsentedHook {
  readonly plugin: string;
  readonly source: string;
  readonly hook: RecordedHook;
}

export interface SessionHints {
  readonly candidates: readonly string[];
  readonly waiting?: readonly string[];
  /** Subcommands for agents are active here, or while this holds. */
  readonly commands?: true | Live;
  readonly update?: string;
  /** When an agent was last told about it, in milliseconds: once a day. */
  readonly updateToldAt?: number;
}

/** Where the parts of an event's group start and where it ends, in characters from the end of the header line. */
export type IndexSection = readonly [
  lines: number,
  directory: number,
  places: number,
  names: number,
  inactive: number,
  byName: number,
  end: number,
];

/** Why hooks cannot run → their `plugin/hook`, for the trace. */
export type HooksByReason = Readonly<Record<string, readonly string[]>>;

/** A hook of a manifest, without what decides before a call. */
export interface IndexedHook extends IndexedStart, Omit<Hook, keyof Started | "name" | "event" | "matcher" | "gate" | "keepEnv"> {
  readonly hook: string;
  /** Why the call is denied in its place: what the user agreed to cannot be verified. */
  readonly refusal?: string;
  /** Position in the order of dispatch. */
  readonly order: number;
  readonly keepEnv?: Hook["keepEnv"];
  /** Of a closed hook: the questions in `when`, which the call asks (RT-29). */
  readonly asks?: readonly IndexedQuestion[];
}

/** The files that the user's consent covers are checked before it is asked. */
export type IndexedQuestion = Question & { readonly covered?: number };

export interface IndexedCommand extends IndexedStart, Pick<Subcommand, "name" | "description" | "audience" | "isAcquired"> {
  readonly isIncomplete?: true;
}

export interface IndexedLists {
  readonly commands: readonly IndexedCommand[];
  readonly servers: readonly IndexedServer[];
  /** The names of all plugins, active or not. */
  readonly plugins: readonly string[];
}

/** Defaults that an entry omits; every call reads hundreds of entries. */
export const ENTRY_DEFAULTS = { format: "symposium", timeout: 30, onFailure: "open", onUnsupported: "deny" } as const;

/** An entry as its line has it: without the defaults. */
export type WrittenHook = Omit<IndexedHook, keyof typeof ENTRY_DEFAULTS> & Partial<Pick<IndexedHook, keyof typeof ENTRY_DEFAULTS>>;

/** In ASCII, where bytes and characters have the same places. */
export function asciiJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (byteLength(text) === text.length) return text;
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${(0x10000 + unit.charCodeAt(0)).toString(16).slice(1)}`);
}

/** The same between the quotes. */
export function asciiText(text: string): string {
  return asciiJson(text).slice(1, -1);
}
