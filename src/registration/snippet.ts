/** What a user must paste into a file that we could not edit. */

import type { Editor, Entry } from "../config-files/editor.ts";
import { jsoncEditor } from "../config-files/splice-jsonc.ts";
import type { FileOrder } from "./file-plan.ts";

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
