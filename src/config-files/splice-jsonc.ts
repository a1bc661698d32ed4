/** The editor for JSON files, which are read as JSONC with trailing commas. */

import { type Json, sameJson } from "../canonical/json.ts";
import type { Edited, Editor, Insertion, Place, ReadDocument, Trouble } from "./editor.ts";
import { cutFound, replaceFound } from "./jsonc/cut.ts";
import { isEmpty } from "./jsonc/empty.ts";
import { ensureJsonc } from "./jsonc/ensure.ts";
import { foundAt, memberOf } from "./jsonc/places.ts";
import { removeJsonc } from "./jsonc/remove.ts";
import { layoutAt, renderValue } from "./jsonc/style.ts";
import { asRead, type JsoncDocument, jsonOf, parseJsonc } from "./jsonc/tree.ts";
import { lineIndent, spaceStart } from "./jsonc/trivia.ts";
import { troubleAt } from "./splicing/trouble-at.ts";

export const jsoncEditor: Editor = {
  read: (text) => guarded(() => read(text)),
  ensure: (text, entry) => guarded(() => ensureJsonc(text, entry)),
  remove: (text, insertions, options) => guarded(() => removeJsonc(text, insertions, options)),
  removeAt: (text, place, empty) => guarded(() => removeAt(text, place, empty ?? [])),
  replaceAt: (text, place, value) => guarded(() => replaceAt(text, place, value)),
};

/** Whatever goes wrong in here, the text is not touched and the caller's other files are still done. */
function guarded<T>(act: () => T): T | { readonly ok: false; readonly trouble: Trouble } {
  try {
    return act();
  } catch (error) {
    return { ok: false, trouble: { message: `the file cannot be edited (${error instanceof Error ? error.message : String(error)})` } };
  }
}

function read(text: string): ReadDocument {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return parsed;
  const { root } = parsed.document;
  return { ok: true, value: root === undefined ? {} : jsonOf(root) };
}

function removeAt(text: string, place: Place, empty: readonly Place[]): Edited {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return parsed;
  const found = foundAt(parsed.document, place);
  if (found === undefined) return nothingAt(parsed.document, place);
  let cut = cutFound(parsed.document, found);
  for (const container of empty.toSorted((left, right) => right.length - left.length)) {
    if (!cut.ok) return cut;
    const emptied = foundAt(cut.document, container);
    if (emptied !== undefined && isEmpty(cut.document, emptied)) cut = cutFound(cut.document, emptied);
  }
  return cut.ok ? { ok: true, text: cut.document.text, insertions: [] } : cut;
}

/** What was put there comes back like any insertion, so that it can be taken out later, where its list or key is named by keys alone. */
function replaceAt(text: string, place: Place, value: Json): Edited {
  const parsed = parseJsonc(text);
  if (!parsed.ok) return parsed;
  const found = foundAt(parsed.document, place);
  if (found === undefined) return nothingAt(parsed.document, place);
  if (sameJson(jsonOf(found.value), asRead(value))) return { ok: true, text, insertions: [] };
  const { start, end } = found.value;
  const put = renderValue(value, layoutAt(parsed.document, found.containers, text.slice(start, end)), lineIndent(text, start));
  const replaced = replaceFound(parsed.document, found, value, put);
  if (!replaced.ok) return replaced;
  return { ok: true, text: replaced.document.text, insertions: insertionAt(text, place, put, memberOf(found)?.start) };
}

function insertionAt(text: string, place: Place, put: string, start: number | undefined): Insertion[] {
  const kind = typeof place.at(-1) === "number" ? "item" : "key";
  const path = kind === "item" ? place.slice(0, -1) : place;
  if (start === undefined || !path.every((key) => typeof key === "string")) return [];
  const space = text.slice(spaceStart(text, start, 0), start);
  return [{ kind, path, text: put, before: /(?:\r\n|\n|\r)[ \t]*$/.exec(space)?.[0] ?? space, after: "" }];
}

function nothingAt({ text }: JsoncDocument, place: Place): Edited {
  return { ok: false, trouble: troubleAt(text, `nothing stands at \`${place.join(".")}\``, 0) };
}
