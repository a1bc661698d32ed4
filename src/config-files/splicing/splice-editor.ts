/**
 * What the editors of TOML and YAML have in common: a syntax says where bytes would have to go or to come from, and here that is done,
 * parsed again and compared with what was wanted. What does not come out right is refused; nothing is thrown.
 */

import type { Json } from "../../canonical/json.ts";
import type { Edited, Editor, Entry, Insertion, Place, Trouble } from "../editor.ts";
import { standing } from "./entry-standing.ts";
import { refusal, troubleOf } from "./refusal.ts";
import { removeInsertions } from "./remove-insertions.ts";
import { applied, checkedCut, checkedReplacement, type ParsedText, type Syntax } from "./syntax.ts";
import { sameValue, valueAt, withEntry } from "./value-edits.ts";

export function spliceEditor<Parsed extends ParsedText>(syntax: Syntax<Parsed>): Editor {
  return {
    read: (text) => safely(() => ({ ok: true, value: syntax.parse(text.replace(BYTE_ORDER_MARK, "")).value })),
    ensure: (text, entry) => editing(text, (body) => ensureEntry(syntax, body, entry)),
    remove: (text, insertions, options = {}) => {
      const mark = BYTE_ORDER_MARK.exec(text)?.[0] ?? "";
      return safely(() => {
        const removed = removeInsertions(syntax, text.slice(mark.length), insertions, options);
        return { ok: true, ...removed, text: mark + removed.text };
      });
    },
    removeAt: (text, place, empty = []) => editing(text, (body) => ({ text: removePlace(syntax, body, place, empty), insertions: [] })),
    replaceAt: (text, place, value) => editing(text, (body) => replacePlace(syntax, body, place, value)),
  };
}

const BYTE_ORDER_MARK = /^\uFEFF/;

interface Edit {
  readonly text: string;
  readonly insertions: readonly Insertion[];
}

/** The byte-order mark is nobody's business but ours: it is put aside and back. */
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

function ensureEntry<Parsed extends ParsedText>(syntax: Syntax<Parsed>, text: string, entry: Entry): Edit {
  const before = syntax.parse(text);
  if (standing(before, entry, (place) => syntax.offsetOf(before, place)) === "there") return { text, insertions: [] };
  let now = before;
  const insertions: Insertion[] = [];
  do {
    if (insertions.length > entry.path.length + 1) throw refusal("no place for it was found");
    const step = syntax.insert(now, entry);
    now = syntax.parse(applied(now.text, step.splices));
    insertions.push(withShares(step.insertion, entry));
  } while (insertions.at(-1)?.kind === "container");
  if (!sameValue(now.value, withEntry(before.value, entry))) throw refusal("the edited file would not mean what it should");
  return { text: now.text, insertions };
}

function withShares(insertion: Insertion, entry: Entry): Insertion {
  return insertion.kind === "item" && entry.kind === "item" && entry.shares !== undefined
    ? { ...insertion, shares: entry.shares }
    : insertion;
}

function removePlace<Parsed extends ParsedText>(syntax: Syntax<Parsed>, text: string, place: Place, empty: readonly Place[]): string {
  const before = syntax.parse(text);
  if (place.length === 0 || valueAt(before.value, place) === undefined) throw refusal(`there is no ${place.join(".")}`);
  let now = checkedCut(syntax, before, place, syntax.cut(before, place));
  for (const container of empty.toSorted((left, right) => right.length - left.length)) {
    const cut = valueAt(now.value, container) === undefined ? undefined : syntax.cutContainer(now, container);
    if (cut !== undefined) now = checkedCut(syntax, now, container, cut);
  }
  return now.text;
}

function replacePlace<Parsed extends ParsedText>(syntax: Syntax<Parsed>, text: string, place: Place, value: Json): Edit {
  const before = syntax.parse(text);
  const old = valueAt(before.value, place);
  if (place.length === 0 || old === undefined) throw refusal(`there is no ${place.join(".")}`);
  if (sameValue(old, value)) return { text, insertions: [] };
  const { splices, text: put } = syntax.replace(before, place, value);
  const now = checkedReplacement(syntax, before, place, value, splices);
  const names = place.filter((step) => typeof step === "string");
  const item = typeof place.at(-1) === "number";
  if (names.length !== place.length - (item ? 1 : 0)) return { text: now.text, insertions: [] };
  return { text: now.text, insertions: [{ kind: item ? "item" : "key", path: names, text: put, before: "", after: "" }] };
}
