/** Takes earlier insertions out again: the very bytes where they still stand, else what has the same value; what somebody changed stays. */

import type { Json } from "../../canonical/json.ts";
import type { Insertion, Place, RemoveOptions } from "../editor.ts";
import { placesOfItem } from "./entry-standing.ts";
import { applied, checkedCut, checkedReplacement, type ParsedText, type Syntax } from "./syntax.ts";
import { sameValue, valueAt } from "./value-edits.ts";

export interface RemovedInsertions {
  readonly text: string;
  readonly missing: readonly Insertion[];
  readonly replaced: readonly Insertion[];
  readonly kept: readonly Insertion[];
}

/** What was put in last goes first. Containers that still hold something by then are looked at again at the end, the innermost first. */
export function removeInsertions<Parsed extends ParsedText>(
  syntax: Syntax<Parsed>,
  text: string,
  insertions: readonly Insertion[],
  { placeholder }: RemoveOptions,
): RemovedInsertions {
  let now = syntax.parse(text);
  const missing: Insertion[] = [];
  const replaced: Insertion[] = [];
  const gone = new Set<Insertion>();
  const cutContainer = (container: Insertion) => {
    const after = gone.has(container) ? undefined : withoutContainer(syntax, now, container);
    if (after === undefined) return;
    now = after;
    gone.add(container);
  };
  for (const insertion of insertions.toReversed()) {
    const places = placesOf(syntax, now, insertion);
    const place = places?.[0];
    if (insertion.kind === "container") cutContainer(insertion);
    else if (places === undefined || place === undefined) missing.push(insertion);
    else if (placeholder !== undefined && isFollowed(now.value, place, insertion)) {
      now = checkedReplacement(syntax, now, place, placeholder, syntax.replace(now, place, placeholder).splices);
      replaced.push(insertion);
    } else {
      for (const one of places.toSorted((left, right) => Number(right.at(-1)) - Number(left.at(-1))))
        now = cutOne(syntax, now, one, insertion);
    }
  }
  const containers = insertions.filter(({ kind }) => kind === "container");
  for (const container of containers.toSorted((left, right) => right.path.length - left.path.length)) cutContainer(container);
  const kept = containers.filter((container) => !gone.has(container));
  return { text: now.text, missing: missing.toReversed(), replaced: replaced.toReversed(), kept };
}

/** Whether a whole item stands in front of others. */
function isFollowed(root: Json, place: Place, { path }: Insertion): boolean {
  const list = valueAt(root, path);
  return place.length === path.length + 1 && Array.isArray(list) && Number(place.at(-1)) < list.length - 1;
}

/** The places to cut for one insertion: one, or of an item that others share, those of our parts. */
function placesOf<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, insertion: Insertion): readonly Place[] | undefined {
  const value = syntax.insertedValue(insertion);
  const there = valueAt(now.value, insertion.path);
  if (value === undefined || there === undefined) return undefined;
  if (insertion.kind === "key") return sameValue(there, value) ? [insertion.path] : undefined;
  if (!Array.isArray(there)) return undefined;
  const candidates = placesOfItem(there as readonly Json[], value, insertion.shares).map((places) =>
    places.map((place) => [...insertion.path, ...place]),
  );
  return candidates.find(([place]) => place !== undefined && isExact(syntax, now, place, insertion)) ?? candidates[0];
}

/** Of several equal items ours is the one with our bytes. */
function isExact<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, place: Place, insertion: Insertion): boolean {
  const cut = syntax.cut(now, place, insertion);
  const bytes = cut.map(({ start, end }) => now.text.slice(start, end)).join("");
  return bytes.replace(/^,/, "") === insertion.before + (insertion.text ?? "") + insertion.after;
}

/** With the bytes that came along, or if that would do harm after somebody's edits, the thing alone. */
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

/** `undefined` where the container has to stay; one that somebody took out is gone. */
function withoutContainer<Parsed extends ParsedText>(syntax: Syntax<Parsed>, now: Parsed, container: Insertion): Parsed | undefined {
  if (valueAt(now.value, container.path) === undefined) return now;
  const cut = syntax.cutContainer(now, container.path, container);
  if (cut === undefined) return undefined;
  const after = syntax.parse(applied(now.text, cut));
  // A header above tables that stay says nothing of its own: without it the document means the same.
  return sameValue(after.value, now.value) ? after : checkedCut(syntax, now, container.path, cut);
}
