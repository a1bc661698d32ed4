/** Makes a format from a syntax that locates bytes: TOML and YAML, whose containers are added one step at a time. */

import { attempt } from "../../errors.ts";
import { lookUp } from "../../lookup.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Entry, type Insertion, type Place, refusal } from "../editor.ts";
import type { Format, Inserted, ParsedText } from "./splice-editor.ts";
import { applied, type Put, type Splice } from "./text.ts";
import { isEmpty, isWithout, sameValue, valueAt, withEntry, withValue } from "./values.ts";

/** The places to cut for one insertion: one, or those of our parts in an item that others share. */
type OurPlaces = readonly [Place, ...Place[]];

export function stepwise<Parsed extends ParsedText>(syntax: Syntax<Parsed>): Format<Parsed, OurPlaces> {
  const replaced = (now: Parsed, place: Place, value: Json) => {
    const { splices, text: put } = syntax.replace(now, place, value);
    const after = syntax.parse(applied(now.text, splices));
    if (!sameValue(after.value, withValue(now.value, place, value))) throw refusal("the edited file would not have the intended content");
    return { now: after, put };
  };
  return {
    parse: syntax.parse,
    insert: (parsed, entry) => insertEntry(syntax, parsed, entry),
    order: (_, insertions) => insertions.toReversed(),
    find: (now, insertion) => findPlaces(syntax, now, insertion),
    isFollowed: ({ value }, [place], { path }) => {
      const list = valueAt(value, path);
      return place.length === path.length + 1 && Array.isArray(list) && Number(place.at(-1)) < list.length - 1;
    },
    cut: (now, places, insertion) =>
      places
        .toSorted((left, right) => Number(right.at(-1)) - Number(left.at(-1)))
        .reduce((before, place) => cutOne(syntax, before, place, insertion), now),
    hold: (now, [place], placeholder) => replaced(now, place, placeholder).now,
    cutContainer: (now, container) => withoutContainer(syntax, now, container),
    cutAt: (now, place) => checkedCut(syntax, now, place, syntax.cut(now, place)),
    cutEmptyAt: (now, place) => {
      const cut = syntax.cutContainer(now, place);
      return cut && checkedCut(syntax, now, place, cut);
    },
    replaceAt: (before, place, value) => {
      const { now, put } = replaced(before, place, value);
      return { text: now.text, put, before: "" };
    },
  };
}

function insertEntry<Parsed extends ParsedText>(syntax: Syntax<Parsed>, before: Parsed, entry: Entry): Inserted | undefined {
  if (entryState(before, entry, (place) => syntax.offsetOf(before, place)) === "there") return undefined;
  let now = before;
  const insertions: Insertion[] = [];
  do {
    if (insertions.length > entry.path.length + 1) throw refusal("found no place for it");
    const step = syntax.insert(now, entry);
    now = syntax.parse(applied(now.text, step.splices));
    const shares = step.insertion.kind === "item" && entry.kind === "item" ? entry.shares : undefined;
    insertions.push(shares === undefined ? step.insertion : { ...step.insertion, shares });
  } while (insertions.at(-1)?.kind === "container");
  if (!sameValue(now.value, withEntry(before.value, entry)))
    throw refusal("the edited file would not have the intended content", before.text, offsetAround(syntax, before, entry.path));
  return { text: now.text, insertions, around: 0 };
}

/** The position of the innermost existing container. */
function offsetAround<Parsed extends ParsedText>(syntax: Syntax<Parsed>, before: Parsed, path: Place): number {
  for (let length = path.length - 1; length > 0; length--) {
    const place = path.slice(0, length);
    if (valueAt(before.value, place) !== undefined) return syntax.offsetOf(before, place) ?? 0;
  }
  return 0;
}

function findPlaces<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, insertion: Insertion): OurPlaces | undefined {
  const value = syntax.insertedValue(insertion);
  const there = valueAt(now.value, insertion.path);
  if (value === undefined || there === undefined) return undefined;
  if (insertion.kind === "key") return sameValue(there, value) ? [insertion.path] : undefined;
  if (!Array.isArray(there)) return undefined;
  const candidates = placesOfItem(there as readonly Json[], value, insertion.shares).map((places) =>
    places.map((place) => [...insertion.path, ...place]),
  );
  const [first, ...more] =
    candidates.find(([place]) => place !== undefined && isExact(syntax, now, place, insertion)) ?? candidates[0] ?? [];
  return first === undefined ? undefined : [first, ...more];
}

/** Of several equal items ours is the one with our bytes. */
function isExact<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, place: Place, insertion: Insertion): boolean {
  const cut = syntax.cut(now, place, insertion);
  const bytes = cut.map(({ start, end }) => now.text.slice(start, end)).join("");
  return bytes.replace(/^,/, "") === insertion.before + (insertion.text ?? "") + insertion.after;
}

/** Cuts the value with the bytes that came with it, or alone where the user's edits make that unsafe. */
function cutOne<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, place: Place, insertion: Insertion): Parsed {
  const isPart = place.length > insertion.path.length + 1;
  const whole = isPart ? undefined : attempt(() => checkedCut(syntax, now, place, syntax.cut(now, place, insertion)));
  return whole ?? checkedCut(syntax, now, place, syntax.cut(now, place));
}

function withoutContainer<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, container: Insertion): Parsed | undefined {
  if (valueAt(now.value, container.path) === undefined) return now;
  const cut = syntax.cutContainer(now, container.path, container);
  if (cut === undefined) return undefined;
  const after = syntax.parse(applied(now.text, cut));
  // A header above tables that stay has no meaning of its own: the document means the same without it.
  return sameValue(after.value, now.value) ? after : checkedCut(syntax, now, container.path, cut);
}

/** Every function here may throw a `refusal`. */
interface Syntax<Parsed extends ParsedText> {
  readonly parse: (text: string) => Parsed;
  /** One step towards the entry: the entry itself, or a container that it needs; then the next step is requested. */
  readonly insert: (parsed: Parsed, entry: Entry) => Step;
  /** Removes the value at a place; an insertion says which bytes came with it. */
  readonly cut: (parsed: Parsed, place: Place, insertion?: Insertion) => readonly Splice[];
  /** Removes an empty container; `undefined` where something is left in it, even a comment. */
  readonly cutContainer: (parsed: Parsed, path: Place, insertion?: Insertion) => readonly Splice[] | undefined;
  readonly replace: (parsed: Parsed, place: Place, value: Json) => Replacement;
  /** Where an existing value is written, for a message. */
  readonly offsetOf: (parsed: Parsed, place: Place) => number | undefined;
  /** The value of an insertion's bytes. */
  readonly insertedValue: (insertion: Insertion) => Json | undefined;
}

export interface Step {
  readonly splices: readonly Splice[];
  readonly insertion: Insertion;
}

export function stepOf({ splices, before, after }: Put, insertion: Pick<Insertion, "kind" | "path" | "text">): Step {
  return { splices, insertion: { ...insertion, before, after } };
}

export interface Replacement {
  readonly splices: readonly Splice[];
  readonly text: string;
}

function checkedCut<Parsed extends ParsedText>(syntax: Syntax<Parsed>, before: Parsed, place: Place, cut: readonly Splice[]): Parsed {
  const now = syntax.parse(applied(before.text, cut));
  if (!isWithout(now.value, before.value, place)) throw refusal(`cannot remove ${place.join(".")} without changing something else`);
  return now;
}

/** Refuses where the key has another value, or something on the way is neither missing nor a container; `offsetOf` gives its position. */
function entryState({ text, value: root }: ParsedText, entry: Entry, offsetOf: (place: Place) => number | undefined): "there" | "missing" {
  const { kind, path, value } = entry;
  const refused = (place: Place, reason: string) => refusal(reason, text, offsetOf(place));
  if (path.length === 0) throw refusal("an entry needs a key");
  for (let length = 0; length < path.length; length++) {
    const place = path.slice(0, length);
    const container = valueAt(root, place);
    if (container === undefined || container === null || isObject(container)) continue;
    throw refused(place, length === 0 ? "the file is not a table of keys" : `${place.join(".")} is not a table`);
  }
  const there = valueAt(root, path);
  if (kind === "key") {
    if (there === undefined) return "missing";
    if (sameValue(there, value)) return "there";
    throw refused(path, `${path.join(".")} already has another value`);
  }
  if (there === undefined || there === null) return "missing";
  if (!Array.isArray(there)) throw refused(path, `${path.join(".")} is not a list`);
  return placesOfItem(there as readonly Json[], value, entry.shares).length > 0 ? "there" : "missing";
}

/** Below the list: the equal items, and where `shares` is a list to which others add theirs, our part of it. */
function placesOfItem(list: readonly Json[], value: Json, shares?: string): readonly (readonly Place[])[] {
  return list.flatMap((item, index): (readonly Place[])[] => {
    if (sameValue(item, value)) return [[[index]]];
    const parts = shares === undefined ? undefined : sharedParts(item, value, shares);
    return parts === undefined ? [] : [parts.map((part) => [index, shares as string, part])];
  });
}

/** Positions of our items in the shared list, or `undefined` where one of them is missing or something around the list is not ours. */
function sharedParts(item: Json, value: Json, shares: string): readonly number[] | undefined {
  if (!isObject(item) || !isObject(value)) return undefined;
  const theirs = lookUp(item, shares);
  const ours = lookUp(value, shares);
  if (!Array.isArray(theirs) || !Array.isArray(ours) || isEmpty(ours as Json)) return undefined;
  const rest = (from: typeof item) => Object.fromEntries(Object.entries(from).filter(([key]) => key !== shares)) as Json;
  if (!sameValue(rest(item), rest(value))) return undefined;
  const found: number[] = [];
  const isWhole = ours.every((part: Json) => {
    const at = theirs.findIndex((other: Json, index) => !found.includes(index) && sameValue(part, other));
    found.push(at);
    return at >= 0;
  });
  return isWhole ? found : undefined;
}
