/** Tables of edits: a document before, the entries put in, the document after; undone, it is the one before again. */

import { expect } from "vitest";

import type { Editor, Entry } from "../../src/files/editor.ts";
import type { Json } from "../../src/model/json.ts";

export interface EditRow {
  readonly name: string;
  readonly before: string;
  readonly entries: readonly Entry[];
  readonly after: string;
}

export function key(path: string, value: Json): Entry {
  return { kind: "key", path: path.split("."), value };
}

export function item(path: string, value: Json): Entry {
  return { kind: "item", path: path.split("."), value };
}

/** In three spellings: as it is, with CRLF, and without its final line end. */
export function expectEdit(editor: Editor, { before, entries, after }: EditRow): void {
  const crlf = (text: string) => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
  const unended = (text: string) => text.replace(/\n$/, "");
  expectOne(editor, before, entries, after);
  if (before.includes("\n")) expectOne(editor, crlf(before), entries, crlf(after));
  if (before.endsWith("\n") && !before.endsWith("\n\n")) expectOne(editor, unended(before), entries, unended(after));
}

function expectOne(editor: Editor, before: string, entries: readonly Entry[], after: string): void {
  let text = before;
  const insertions = entries.flatMap((entry) => {
    const edited = editor.ensure(text, entry);
    if (!edited.ok) throw new Error(edited.trouble.message);
    text = edited.text;
    return edited.insertions;
  });
  expect(text).toBe(after);
  for (const entry of entries) expect(editor.ensure(text, entry)).toEqual({ ok: true, text, insertions: [] });
  expect(editor.remove(text, insertions)).toEqual({ ok: true, text: before, missing: [], replaced: [], kept: [] });
}

export function refusalOf(editor: Editor, text: string, entry: Entry): string {
  const edited = editor.ensure(text, entry);
  if (edited.ok) throw new Error(`not refused: ${edited.text}`);
  const { line, column, message } = edited.trouble;
  return line === undefined ? message : `${line}:${column} ${message}`;
}
