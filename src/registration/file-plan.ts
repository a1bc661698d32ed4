/** The plan for one file, as data: printed by `--dry-run` and `--json`, and carried out as it is. */

import type { Scope } from "../agents/agent.ts";
import type { ServerLock } from "../agents/set-up.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { Editor, Insertion, Trouble } from "../config-files/editor.ts";
import type { LedgerFile, LedgerHooks, LedgerServer } from "../config-files/ledger.ts";
import type { HooksInFile } from "./plan-installed.ts";
import type { ServersInFile } from "./plan-servers.ts";
import type { RustEntry } from "./rust-servers.ts";
import type { Rewritten } from "./write-rewritten.ts";
import type { WantedFile } from "./wanted-files.ts";

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
