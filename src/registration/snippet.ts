/** What a user must paste into a file that we could not edit. */

import type { Entry } from "../config-files/editor.ts";
import { jsoncEditor } from "../config-files/splice-jsonc.ts";
import type { WantedFile } from "./wanted-files.ts";

export function snippetOf({ content }: WantedFile): string | undefined {
  return content.kind === "entries" ? documentOf(content.entries) : undefined;
}

/** A document with only these entries. */
export function documentOf(entries: readonly Entry[]): string {
  let text = "";
  for (const entry of entries) {
    const edited = jsoncEditor.ensure(text, entry);
    if (edited.ok) text = edited.text;
  }
  return text;
}
