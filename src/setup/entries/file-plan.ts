/** The plan for one file, as data: printed by `--dry-run` and `--json`, and carried out as it is. */

import type { Scope } from "../../agents/agent.ts";
import type { ServerLock } from "../../agents/setup.ts";
import type { Editor, Entry } from "../../files/editor.ts";
import { jsoncEditor } from "../../files/editors.ts";
import type { LedgerFile } from "../../files/ledger.ts";
import type { HooksInFile, Remark, ServersInFile } from "../../files/plan-ours.ts";

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
  readonly recorded?: LedgerFile;
  readonly record?: LedgerFile;
  readonly remarks: readonly Remark[];
  /** Folders to remove with the file if they are empty, outermost first; absent where the record has them. */
  readonly emptied?: readonly string[];
  /** What the user must paste if the file cannot be written. */
  readonly snippet?: string;
  readonly rewritten?: Rewritten;
}

type Identity = Pick<FilePlan, "file" | "agents" | "scope" | "workspace">;

export interface FileOrder {
  readonly identity: Identity;
  /** Absent where our hooks are to be removed. */
  readonly hooks?: WantedFile | undefined;
  /** Our hooks stay as they are; this run is about something else in it. */
  readonly keepsHooks?: boolean | undefined;
  /** Absent where its servers stay as they are. */
  readonly servers?: ServersInFile | undefined;
  /** Absent where the hooks that were installed into it stay as they are. */
  readonly installed?: HooksInFile | undefined;
  readonly rustServers?: readonly RustEntry[] | undefined;
  readonly recorded?: LedgerFile | undefined;
  readonly editor?: Editor | undefined;
  readonly date: string;
}

export function actionOf(before: string | null, after: string | null): FilePlan["action"] {
  if (before === after) return "none";
  if (before === null) return "create";
  return after === null ? "delete" : "change";
}

export interface WantedFile extends Identity {
  readonly content:
    | { readonly kind: "entries"; readonly entries: readonly Entry[] }
    | { readonly kind: "plugin-file"; readonly text: string };
}

export type RustEntry = Pick<Entry, "path" | "value">;

export interface Rewritten {
  readonly lock?: ServerLock;
  readonly again: () => FilePlan;
}

export function snippetOf({ hooks, servers, installed, editor }: FileOrder): string | undefined {
  const entries = [
    ...(hooks?.content.kind === "entries" ? hooks.content.entries : []),
    ...(installed?.wanted ?? []).flatMap((one) => one.entries),
    ...(servers?.wanted ?? []).map(({ path, value }): Entry => ({ kind: "key", path, value })),
  ];
  return entries.length === 0 ? undefined : documentOf(entries, editor);
}

export function documentOf(entries: readonly Entry[], editor: Editor = jsoncEditor): string {
  return entries.reduce((text, entry) => {
    const edited = editor.ensure(text, entry);
    return edited.ok ? edited.text : text;
  }, "");
}
