/**
 * The one engine behind all editors: a format finds places and makes single changes, and this turns them into edits that can be undone byte for
 * byte. It refuses an edit whose result is wrong, and never throws.
 */

import { attempt } from "../../errors.ts";
import type { Json } from "../../model/json.ts";
import { type Editor, type Entry, type Insertion, type Place, refusal, type Refused, type RemoveOptions, troubleOf } from "../editor.ts";
import { sameValue, valueAt } from "./values.ts";

export function spliceEditor<Parsed extends ParsedText, Ours>(format: Format<Parsed, Ours>): Editor {
  return {
    read: (text) => safely(() => ({ ok: true, value: format.parse(text.replace(BYTE_ORDER_MARK, "")).value })),
    ensure: (text, entry) => editing(text, (body) => ensureEntry(format, body, entry)),
    has: (text, insertion) => {
      const parsed = attempt(() => format.parse(text.replace(BYTE_ORDER_MARK, "")));
      return parsed !== undefined && (!isEntry(insertion) || attempt(() => format.find(parsed, insertion)) !== undefined);
    },
    remove: (text, insertions, options = {}) => editing(text, (body) => removeInsertions(format, body, insertions, options)),
    removeAt: (text, place, empty = []) => editing(text, (body) => removePlace(format, body, place, empty)),
    replaceAt: (text, place, value) => editing(text, (body) => replacePlace(format, body, place, value)),
  };
}

const BYTE_ORDER_MARK = /^\uFEFF/;

type Edit = { readonly text: string; readonly insertions: readonly Insertion[] };

/** The byte-order mark is set aside and put back here alone. */
function editing<Done extends { readonly text: string }>(text: string, edit: (body: string) => Done) {
  const mark = BYTE_ORDER_MARK.exec(text)?.[0] ?? "";
  return safely(() => {
    const done = edit(text.slice(mark.length));
    return { ok: true, ...done, text: mark + done.text } as const;
  });
}

function safely<Result>(act: () => Result): Result | Refused {
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
  const undone = removeInsertions(format, inserted.text, inserted.insertions);
  if (undone.text !== text || undone.missing.length > 0) throw refusal("Symposium cannot safely add anything here", text, inserted.around);
  return { text: inserted.text, insertions: inserted.insertions };
}

function removePlace<Parsed extends ParsedText, Ours>(
  format: Format<Parsed, Ours>,
  text: string,
  place: Place,
  empty: readonly Place[],
): Edit {
  const before = format.parse(text);
  if (valueAt(before.value, place) === undefined) throw nothingAt(text, place);
  let now = format.cutAt(before, place);
  for (const container of empty.toSorted((left, right) => right.length - left.length)) {
    if (valueAt(now.value, container) !== undefined) now = format.cutEmptyAt(now, container) ?? now;
  }
  return { text: now.text, insertions: [] };
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

/**
 * The exact bytes where they are unchanged, else what has the same value; what the user changed stays. Containers that are not empty at their
 * turn are checked again at the end, the innermost first.
 */
function removeInsertions<Parsed extends ParsedText, Ours>(
  format: Format<Parsed, Ours>,
  text: string,
  insertions: readonly Insertion[],
  { placeholder }: RemoveOptions = {},
) {
  let now = format.parse(text);
  const missing = new Set<Insertion>();
  const replaced = new Set<Insertion>();
  const kept = new Set(insertions.filter((insertion) => !isEntry(insertion)));
  const cutContainer = (container: Insertion) => {
    const after = format.cutContainer(now, container);
    if (after === undefined) return;
    now = after;
    kept.delete(container);
  };
  for (const insertion of format.order(now, insertions)) {
    const ours = isEntry(insertion) ? format.find(now, insertion) : undefined;
    if (!isEntry(insertion)) cutContainer(insertion);
    else if (ours === undefined) missing.add(insertion);
    else if (placeholder !== undefined && format.isFollowed(now, ours, insertion)) {
      now = format.hold(now, ours, placeholder);
      replaced.add(insertion);
    } else now = format.cut(now, ours, insertion);
  }
  for (const container of [...kept].sort((left, right) => right.path.length - left.path.length)) cutContainer(container);
  const among = (some: ReadonlySet<Insertion>) => insertions.filter((insertion) => some.has(insertion));
  return { text: now.text, missing: among(missing), replaced: among(replaced), kept: among(kept) };
}

export function isEntry({ kind }: Insertion): boolean {
  return kind === "key" || kind === "item";
}

export interface ParsedText {
  readonly text: string;
  readonly value: Json;
}

/**
 * What the editor requires of a format. Results were parsed again and are as intended; anything else is thrown as a `refusal`. `Ours` describes a found
 * earlier insertion.
 */
export interface Format<Parsed extends ParsedText, Ours> {
  readonly parse: (text: string) => Parsed;
  /** Inserts an entry with its containers; `undefined` where it already exists. */
  readonly insert: (parsed: Parsed, entry: Entry) => Inserted | undefined;
  /** The order in which insertions are removed, so that each restores its bytes. */
  readonly order: (parsed: Parsed, insertions: readonly Insertion[]) => readonly Insertion[];
  readonly find: (parsed: Parsed, insertion: Insertion) => Ours | undefined;
  /** Whether it is a whole item that others follow in its list. */
  readonly isFollowed: (parsed: Parsed, ours: Ours, insertion: Insertion) => boolean;
  readonly cut: (parsed: Parsed, ours: Ours, insertion: Insertion) => Parsed;
  readonly hold: (parsed: Parsed, ours: Ours, placeholder: Json) => Parsed;
  /** `undefined` where something is left in it, even a comment; a missing one needs no change. */
  readonly cutContainer: (parsed: Parsed, container: Insertion) => Parsed | undefined;
  /** These three are only called for what exists. */
  readonly cutAt: (parsed: Parsed, place: Place) => Parsed;
  readonly cutEmptyAt: (parsed: Parsed, place: Place) => Parsed | undefined;
  readonly replaceAt: (parsed: Parsed, place: Place, value: Json) => Replaced;
}

export interface Inserted {
  readonly text: string;
  readonly insertions: readonly Insertion[];
  /** The position in the old text that a refusal names. */
  readonly around: number;
}

/** `put` are the bytes of the value, `before` those that would go with it. */
type Replaced = { readonly text: string; readonly put: string; readonly before: string };
