/**
 * Entries of the Rust tool count as ours (RG-15): they are removed, so that nothing fires twice after the move. Hooks that the user put into
 * the same group stay; lists and objects that become empty go with them.
 */

import { isObject, sameJson, type Json, type JsonObject } from "../canonical/json.ts";
import type { Edited, Place } from "../config-files/editor.ts";
import { jsoncEditor } from "../config-files/splice-jsonc.ts";
import { rustHooks, valueAt } from "./our-entries.ts";
import { lookUp } from "../lookup.ts";

export type TakenOver =
  | { readonly ok: true; readonly text: string; readonly count: number; readonly isAllOfIt: boolean }
  | Extract<Edited, { ok: false }>;

/** `isAllOfIt`: the file contained only what that tool writes, so it was that tool's file, and is ours. */
export function takeOver(text: string, frames: readonly JsonObject[]): TakenOver {
  let now = text;
  for (let count = 0; ; count++) {
    const read = jsoncEditor.read(now);
    if (!read.ok) return read;
    // The last first: the places of the others then stay valid.
    const place = rustHooks(read.value).at(-1);
    if (place === undefined) return { ok: true, text: now, count, isAllOfIt: count > 0 && isFrame(read.value, frames) };
    const target = wholeGroup(place, read.value);
    const edited = jsoncEditor.removeAt(now, target, containersOf(target));
    if (!edited.ok) return edited;
    now = edited.text;
  }
}

/** The group around a hook that is alone in it: without the hook the group would be a matcher for nothing. */
function wholeGroup(place: Place, value: Json): Place {
  const list = valueAt(value, place.slice(0, -1));
  const group = place.slice(0, -2);
  return Array.isArray(list) && list.length === 1 && typeof group.at(-1) === "number" ? group : place;
}

/** Innermost first: the event's list, and the object of all events. */
export function containersOf(place: Place): Place[] {
  return place.map((_, at) => place.slice(0, place.length - 1 - at)).filter((container) => container.length > 0);
}

/** Only keys that the file needs for any entries are left, with the values that either tool gives them. */
export function isFrame(value: Json, frames: readonly JsonObject[]): boolean {
  return isObject(value) && Object.keys(value).every((key) => frames.some((frame) => sameJson(lookUp(frame, key), lookUp(value, key))));
}
