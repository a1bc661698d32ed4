/** Whether a document already has an entry, and where: by value, so that a different notation is the same entry. */

import { isObject, type Json } from "../../canonical/json.ts";
import type { Entry, Place } from "../editor.ts";
import { refusal } from "./refusal.ts";
import type { ParsedText } from "./format.ts";
import { isEmpty, sameValue, valueAt } from "./value-edits.ts";
import { lookUp } from "../../lookup.ts";

/**
 * Throws a refusal where the key has another value, or something on the way is neither missing nor a container; `offsetOf` gives its
 * position in the text.
 */
export function entryState(
  { text, value: root }: ParsedText,
  entry: Entry,
  offsetOf: (place: Place) => number | undefined,
): "there" | "missing" {
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
export function placesOfItem(list: readonly Json[], value: Json, shares?: string): readonly (readonly Place[])[] {
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
  const found = ours.map((one: Json) => theirs.findIndex((other: Json) => sameValue(one, other)));
  return found.includes(-1) ? undefined : found;
}
