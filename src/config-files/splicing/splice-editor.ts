/**
 * The one engine behind all editors: a format finds places and makes single changes, and this turns them into edits that can be undone byte for
 * byte. It refuses an edit whose result is wrong, and never throws.
 */

import type { Json } from "../../canonical/json.ts";
import type { Edited, Editor, Entry, Insertion, Place, Trouble } from "../editor.ts";
import type { Format, ParsedText } from "./format.ts";
import { refusal, troubleOf } from "./refusal.ts";
import { isEntry, removeInsertions } from "./remove-insertions.ts";
import { sameValue, valueAt } from "./value-edits.ts";

export function spliceEditor<Parsed extends ParsedText, Ours>(format: Format<Parsed, Ours>): Editor {
  return {
    read: (text) => safely(() => ({ ok: true, value: format.parse(text.replace(BYTE_ORDER_MARK, "")).value })),
    ensure: (text, entry) => editing(text, (body) => ensureEntry(format, body, entry)),
    has: (text, insertion) => {
      const found = safely(() => {
        const parsed = format.parse(text.replace(BYTE_ORDER_MARK, ""));
        return { ok: true, isThere: !isEntry(insertion) || format.find(parsed, insertion) !== undefined };
      });
      return "isThere" in found && found.isThere;
    },
    remove: (text, insertions, options = {}) => {
      const mark = BYTE_ORDER_MARK.exec(text)?.[0] ?? "";
      return safely(() => {
        const removed = removeInsertions(format, text.slice(mark.length), insertions, options);
        return { ok: true, ...removed, text: mark + removed.text };
      });
    },
    removeAt: (text, place, empty = []) => editing(text, (body) => ({ text: removePlace(format, body, place, empty), insertions: [] })),
    replaceAt: (text, place, value) => editing(text, (body) => replacePlace(format, body, place, value)),
  };
}

const BYTE_ORDER_MARK = /^\uFEFF/;

interface Edit {
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

/** The byte-order mark is set aside and put back here alone. */
function editing(text: string, edit: (body: string) => Edit): Edited {
  const mark = BYTE_ORDER_MARK.exec(text)?.[0] ?? "";
  return safely(() => {
    const edited = edit(text.slice(mark.length));
    return { ok: true, text: mark + edited.text, insertions: edited.insertions };
  });
}

function safely<Result>(act: () => Result): Result | { readonly ok: false; readonly trouble: Trouble } {
  try {
    return act();
  } catch (error) {
    return { ok: false, trouble: troubleOf(error) };
  }
}

/** Removes the entry again at once, and refuses where that does not restore the same bytes. */
function ensureEntry<Parsed extends ParsedText, Ours>(format: Format<Parsed, Ours>, text: string, entry: Entry): Edit {
  const inserted = format.insert(format.parse(text), entry);
  if (inserted === undefined) return { text, insertions: [] };
  const undone = removeInsertions(format, inserted.text, inserted.insertions, {});
  if (undone.text !== text || undone.missing.length > 0) throw refusal("Symposium cannot safely add anything here", text, inserted.around);
  return { text: inserted.text, insertions: inserted.insertions };
}

function removePlace<Parsed extends ParsedText, Ours>(
  format: Format<Parsed, Ours>,
  text: string,
  place: Place,
  empty: readonly Place[],
): string {
  const before = format.parse(text);
  if (valueAt(before.value, place) === undefined) throw nothingAt(text, place);
  let now = format.cutAt(before, place);
  for (const container of empty.toSorted((left, right) => right.length - left.length)) {
    if (valueAt(now.value, container) !== undefined) now = format.cutEmptyAt(now, container) ?? now;
  }
  return now.text;
}

/** The replaced value is returned like an insertion, so that it can be removed later, where keys alone name its list or key. */
function replacePlace<Parsed extends ParsedText, Ours>(format: Format<Parsed, Ours>, text: string, place: Place, value: Json): Edit {
  const parsed = format.parse(text);
  const old = valueAt(parsed.value, place);
  if (old === undefined) throw nothingAt(text, place);
  if (sameValue(old, value)) return { text, insertions: [] };
  const { text: now, put, before } = format.replaceAt(parsed, place, value);
  const kind = typeof place.at(-1) === "number" ? "item" : "key";
  const path = kind === "item" ? place.slice(0, -1) : place;
  if (place.length === 0 || !path.every((step) => typeof step === "string")) return { text: now, insertions: [] };
  return { text: now, insertions: [{ kind, path, text: put, before, after: "" }] };
}

function nothingAt(text: string, place: Place): Error {
  return refusal(`there is no \`${place.join(".")}\``, text, 0);
}
