/** The plan for one file, as data: printed by `--dry-run` and `--json`, and carried out as it is. */

import type { Scope } from "../agents/agent.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { Insertion, Trouble } from "../config-files/editor.ts";
import type { LedgerFile } from "../config-files/ledger.ts";
import type { WantedFile } from "./wanted-files.ts";

export interface FilePlan {
  readonly file: string;
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
  /** Absent where our entries are to be removed. */
  readonly wanted?: WantedFile;
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
