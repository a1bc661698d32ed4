/** The plan for one file, as data: printed by `--dry-run` and `--json`, and carried out as it is. */

import type { Scope } from "../../agents/agent.ts";
import type { ServerLock } from "../../agents/setup.ts";
import type { Editor, Entry, Insertion, Trouble } from "../../files/editor.ts";
import { jsoncEditor } from "../../files/editors.ts";
import type { LedgerFile, LedgerHooks, LedgerServer } from "../../files/ledger.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export interface FilePlan {
  readonly file: string;
  /** Those that call us through it come first, then those that only read servers there. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly workspace?: string;
  readonly action: "create" | "change" | "delete" | "none" | "refused";
  /** Its text before and after; `null` where there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Its ledger record before and after; absent where nothing in it is ours. */
  readonly recorded?: LedgerFile;
  readonly record?: LedgerFile;
  readonly remarks: readonly Remark[];
  /** Folders to remove with the file if they are empty, outermost first; absent where the record has them. */
  readonly emptied?: readonly string[];
  /** What the user must paste if the file cannot be written. */
  readonly snippet?: string;
  /** Its agent rewrites it while it runs. */
  readonly rewritten?: Rewritten;
}

/** Something that the user should know about a file or an agent. */
export interface Remark {
  readonly level: "note" | "warning" | "error";
  readonly message: string;
  /** What to paste where Symposium could not write it. */
  readonly snippet?: string;
}

/** What is known of a file before anything is decided. */
export interface FileOrder {
  readonly identity: Pick<FilePlan, "file" | "agents" | "scope" | "workspace">;
  /** Absent where our hooks are to be removed. */
  readonly wanted?: WantedFile;
  /** Our hooks stay as they are; this run is about its servers. */
  readonly keepsHooks?: true;
  /** Absent where its servers stay as they are. */
  readonly servers?: ServersInFile;
  /** Absent where the hooks that were installed into it stay as they are. */
  readonly installed?: HooksInFile;
  /** Servers that the Rust tool may have written into it. */
  readonly rustServers?: readonly RustEntry[];
  readonly editor: Editor;
  /** Its agent rewrites it while it runs, under this lock. */
  readonly rewritten?: { readonly lock?: ServerLock };
  readonly recorded?: LedgerFile;
  readonly placeholder?: Json;
  /** Keys that the file needs besides entries, as we and the Rust tool write them. */
  readonly frames: readonly JsonObject[];
  /** An ISO date with time. */
  readonly date: string;
}

/** The result of an order, before it is compared with the record. */
export type Changed =
  | {
      readonly ok: true;
      readonly after: string | null;
      readonly insertions: readonly Insertion[];
      readonly servers: readonly LedgerServer[];
      readonly hooks: readonly LedgerHooks[];
      /** Whether it contains our entries afterwards. */
      readonly isIn: boolean;
      /** The file did not exist before us, or was the Rust tool's. */
      readonly createdFile: boolean;
      /** Folders that count as made by us though the file existed; absent where only missing ones do. */
      readonly createdFolders?: readonly string[];
      readonly remarks: readonly Remark[];
    }
  | { readonly ok: false; readonly trouble: Trouble };

export function actionOf(before: string | null, after: string | null): FilePlan["action"] {
  if (before === after) return "none";
  if (before === null) return "create";
  return after === null ? "delete" : "change";
}

export function heldRemark(list: string): Remark {
  return {
    level: "note",
    message: `an empty group stays in ${list}, because the agent's trust in your own hooks depends on their position`,
  };
}

export interface WantedFile {
  readonly file: string;
  /** The agents that call us through it; the one whose name is in the text comes first. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  readonly workspace?: string;
  readonly content: WantedEntries | WantedPlugin;
}

interface WantedEntries {
  readonly kind: "entries";
  /** In order: the keys that the file needs, then one entry per event. */
  readonly entries: readonly Entry[];
}

interface WantedPlugin {
  readonly kind: "plugin-file";
  readonly text: string;
}

export interface WantedServer extends LedgerServer {
  readonly value: Json;
}

/** The servers of one file. */
export interface ServersInFile {
  readonly wanted: readonly WantedServer[];
  /** Recorded ones that are not in question now. */
  readonly kept: readonly LedgerServer[];
}

/** The hooks of one manifest, for one file. */
export interface WantedHooks extends Omit<LedgerHooks, "insertions"> {
  readonly entries: readonly Entry[];
  /** The text of a file that they have for themselves. */
  readonly text?: string;
}

export interface HooksInFile {
  readonly wanted: readonly WantedHooks[];
  /** Recorded ones that are not in question now. */
  readonly kept: readonly LedgerHooks[];
}

export interface RustEntry {
  readonly path: readonly string[];
  readonly value: Json;
}

/** Plans the file again and again until it can be written as planned. */
export interface Rewritten {
  readonly lock?: ServerLock;
  readonly again: () => FilePlan;
}

/** What a user must paste into a file that we could not edit. */
export function snippetOf({ wanted, servers, installed, editor }: FileOrder): string | undefined {
  const hooks = wanted?.content.kind === "entries" ? wanted.content.entries : [];
  const entries = [
    ...hooks,
    ...(installed?.wanted ?? []).flatMap((one) => one.entries),
    ...(servers?.wanted ?? []).map(({ path, value }): Entry => ({ kind: "key", path, value })),
  ];
  return entries.length === 0 ? undefined : documentOf(entries, editor);
}

/** A document with only these entries. */
export function documentOf(entries: readonly Entry[], editor: Editor = jsoncEditor): string {
  let text = "";
  for (const entry of entries) {
    const edited = editor.ensure(text, entry);
    if (edited.ok) text = edited.text;
  }
  return text;
}
