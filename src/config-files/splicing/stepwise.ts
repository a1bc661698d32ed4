/** Makes a format from a syntax that locates bytes: TOML and YAML, whose containers are added one step at a time. */

import type { Json } from "../../canonical/json.ts";
import type { Entry, Insertion, Place } from "../editor.ts";
import { entryState, placesOfItem } from "./entry-state.ts";
import type { Format, Inserted, ParsedText } from "./format.ts";
import { refusal } from "./refusal.ts";
import { applied, checkedCut, checkedReplacement, type Syntax } from "./syntax.ts";
import { sameValue, valueAt, withEntry } from "./value-edits.ts";

/** The places to cut for one insertion: one, or those of our parts in an item that others share. */
type OurPlaces = readonly [Place, ...Place[]];

export function stepwise<Parsed extends ParsedText>(syntax: Syntax<Parsed>): Format<Parsed, OurPlaces> {
  const replaced = (now: Parsed, place: Place, value: Json) => {
    const { splices, text: put } = syntax.replace(now, place, value);
    return { now: checkedReplacement(syntax, now, place, value, splices), put };
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
    insertions.push(withShares(step.insertion, entry));
  } while (insertions.at(-1)?.kind === "container");
  if (!sameValue(now.value, withEntry(before.value, entry)))
    throw refusal("the edited file would not have the intended content", before.text, offsetAround(syntax, before, entry.path));
  return { text: now.text, insertions, around: 0 };
}

/** Of the innermost container that is there. */
function offsetAround<Parsed extends ParsedText>(syntax: Syntax<Parsed>, before: Parsed, path: Place): number {
  for (let length = path.length - 1; length > 0; length--) {
    const place = path.slice(0, length);
    if (valueAt(before.value, place) !== undefined) return syntax.offsetOf(before, place) ?? 0;
  }
  return 0;
}

function withShares(insertion: Insertion, entry: Entry): Insertion {
  return insertion.kind === "item" && entry.kind === "item" && entry.shares !== undefined
    ? { ...insertion, shares: entry.shares }
    : insertion;
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

/** With the bytes that came along, or the thing alone where the user's edits make that unsafe. */
function cutOne<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, place: Place, insertion: Insertion): Parsed {
  const alone = place.length > insertion.path.length + 1;
  if (!alone) {
    try {
      return checkedCut(syntax, now, place, syntax.cut(now, place, insertion));
    } catch {
      // Tried once more below.
    }
  }
  return checkedCut(syntax, now, place, syntax.cut(now, place));
}

function withoutContainer<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, container: Insertion): Parsed | undefined {
  if (valueAt(now.value, container.path) === undefined) return now;
  const cut = syntax.cutContainer(now, container.path, container);
  if (cut === undefined) return undefined;
  const after = syntax.parse(applied(now.text, cut));
  // A header above tables that stay has no meaning of its own: the document means the same without it.
  return sameValue(after.value, now.value) ? after : checkedCut(syntax, now, container.path, cut);
}
