/** What is to become of one file, as data: printed by `--dry-run`, given by `--json`, and carried out as it is. */

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
  /** Its text now and then; `null` where there is no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** What the ledger says of it now and then; absent where nothing of ours is in it. */
  readonly recorded?: LedgerFile;
  readonly record?: LedgerFile;
  readonly remarks: readonly Remark[];
  /** Folders that go with the file where nothing else is in them, outermost first; absent where the record tells. */
  readonly emptied?: readonly string[];
  /** What the user would have to paste, should the file turn out not to be writable. */
  readonly snippet?: string;
}

/** Something that the user should know about a file or an agent. */
export interface Remark {
  readonly level: "note" | "warning" | "error";
  readonly message: string;
  /** What to paste where we could not do it ourselves. */
  readonly snippet?: string;
}

/** What is known of a file before anything is decided. */
export interface FileOrder {
  readonly identity: Pick<FilePlan, "file" | "agents" | "scope" | "workspace">;
  /** Absent where we are to leave the file. */
  readonly wanted?: WantedFile;
  readonly recorded?: LedgerFile;
  readonly placeholder?: Json;
  /** Keys that the file must have besides entries, as we and the Rust tool write them. */
  readonly frames: readonly JsonObject[];
  /** An ISO date with time. */
  readonly date: string;
}

/** What an order comes to, before it is put beside what was there. */
export type Changed =
  | {
      readonly ok: true;
      readonly after: string | null;
      readonly insertions: readonly Insertion[];
      /** Whether something of ours is in it then. */
      readonly isIn: boolean;
      /** The file was not there before us, or was that of the Rust tool. */
      readonly createdFile: boolean;
      /** Folders that count as made by us though the file was there; absent where only what is missing now does. */
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
  return { level: "note", message: `an empty group stays in ${list}: the trust in your own hooks after it is bound to their position` };
}
