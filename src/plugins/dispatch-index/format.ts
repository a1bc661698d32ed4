/**
 * The dispatch index: one text file per workspace that tells a hook call everything it needs. The first line is the
 * header. Then, grouped by event, one line per hook: selector, tab, `plugin/hook`, tab, the entry as JSON. Hooks for named
 * tools come last in their group, and two lines follow them: a directory `|Bash 0|Edit 312|Write 312|` that finds them by a
 * tool's name, however many there are, and their own names for the trace. Hooks that cannot run here are no more than names under the
 * reason, in one line at the end of the group. The last line has the stamps of all other files.
 */

import type { Runnable } from "../../platform/interpreter.ts";
import type { Stamped } from "../../platform/stamp.ts";
import type { Live } from "../../predicates/live.ts";

export const INDEX_FORMAT = "symposium-index";
export const INDEX_VERSION = 1;

/** Where an agent has been told to call us, so that an entry read by two agents answers once. */
export interface Registration {
  readonly agent: string;
  /** The agent whose name the file calls us by: another one's file may serve this agent as well. */
  readonly entry: string;
  readonly scope: "user" | "project";
  readonly file: string;
}

export interface IndexHeader {
  readonly format: typeof INDEX_FORMAT;
  readonly version: typeof INDEX_VERSION;
  /** The build of the program that wrote it; another one makes it anew. */
  readonly program: string;
  /** What it was made from: an index counts for no other config. A path in our directory is relative to it. */
  readonly config: string;
  /** What its file is named by; `null` outside any workspace. */
  readonly key: string | null;
  /** The outermost root, or the repository where there is none. */
  readonly workspace: string | null;
  readonly repository: string | null;
  /** Checked on every call: the config file, the roots of all sources, the workspace's lock files. */
  readonly stamps: readonly Stamped[];
  readonly registrations: readonly Registration[];
  /** Every event some hook is declared for. */
  readonly events: readonly string[];
  readonly sections: Readonly<Record<string, IndexSection>>;
  /** `[logging] level` of the config; a hook call writes to the log only at `debug` and `trace`. */
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error";
  /** What could not be loaded, as `file:line:column: message`. */
  readonly problems: readonly string[];
  /** The same where the last good version stays in force meanwhile. */
  readonly kept?: readonly string[];
  /** Something could not be read, and no stamp will show when it can be: the next call looks again. */
  readonly unsettled?: true;
  /** The record of the last sync of skills; absent where hook calls are not to see to it. */
  readonly synced?: string;
  /** What may be said once in a session. */
  readonly hints: SessionHints;
  /** Where the last line, with all other stamps, begins. */
  readonly watched: number;
  /** Characters after the header line; a shorter file is torn. */
  readonly length: number;
}

/** What an agent is told of at the start of a session. */
export interface SessionHints {
  /** Dependencies that bring a plugin nobody has decided on. */
  readonly candidates: readonly string[];
  /** A newer version of ours, as the last check found it. */
  readonly update?: string;
  /** When an agent was last told of one, in milliseconds: it is told once a day. */
  readonly updateToldAt?: number;
}

/** Where the parts of an event's group begin and where it ends, in characters from the end of the header line. */
export type IndexSection = readonly [lines: number, byName: number, directory: number, names: number, inactive: number, end: number];

/** Why hooks cannot run here → their `plugin/hook`, as the trace says it. */
export type InactiveHooks = Readonly<Record<string, readonly string[]>>;

export interface IndexedHook {
  readonly plugin: string;
  readonly hook: string;
  /** Name of the source the plugin comes from; identity is source plus name. */
  readonly source: string;
  /** The plugin's manifest, checked before the hook runs. */
  readonly manifest: Stamped;
  /** Position in the order of dispatch. */
  readonly order: number;
  /** Restricts the hook to one agent, by our name. */
  readonly agent?: string;
  /** `symposium`, `interchange` or an agent's name. */
  readonly format: string;
  readonly command: Runnable;
  /** `SYMPOSIUM_<name>` variables of the installations it uses. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables that it gets though they could steer it. */
  readonly keepEnv?: readonly string[];
  /** Folders that go in front of PATH, the command's own first. */
  readonly path?: readonly string[];
  /** Seconds. */
  readonly timeout: number;
  readonly onFailure: "open" | "closed";
  readonly onUnsupported: "deny" | "warn";
  readonly blocking?: boolean;
  /** What is left of its gates for the call itself to judge. */
  readonly when?: Live;
}

/** What an entry need not say; hundreds of them are read with every call. */
export const ENTRY_DEFAULTS = { format: "symposium", timeout: 30, onFailure: "open", onUnsupported: "deny" } as const;

/** An entry as its line has it: without what goes without saying. */
export type WrittenHook = Omit<IndexedHook, keyof typeof ENTRY_DEFAULTS> & Partial<Pick<IndexedHook, keyof typeof ENTRY_DEFAULTS>>;

/** A hook for an event only one agent has is filed under `<agent>:<native event>`. */
export function nativeSection(agent: string, nativeEvent: string): string {
  return `${agent}:${nativeEvent}`;
}
