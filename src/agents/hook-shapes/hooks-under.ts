/** Hooks of a file that lists them by event: `{"<event>": [<item>, …]}`. */

import { isObject, type Json } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";
import { isUnreadable, type NativeHook, type UnreadableHooks } from "../hook-files.ts";

export type ReadHooks = readonly NativeHook[] | UnreadableHooks;

export type ReadItem = (item: Json, event: string, here: readonly (string | number)[]) => ReadHooks;

/** `besides`: keys beside the events, which are not events. */
export function hooksUnder(document: Json, place: readonly string[], readItem: ReadItem, besides: readonly string[] = []): ReadHooks {
  const events = valueUnder(document, place);
  if (events === undefined) return [];
  if (!isObject(events)) return { place, message: "must be an object of events" };
  const found: NativeHook[] = [];
  for (const [event, items] of Object.entries(events)) {
    if (besides.includes(event)) continue;
    if (!Array.isArray(items)) return { place: [...place, event], message: "must be a list" };
    for (const [at, item] of (items as readonly Json[]).entries()) {
      const read = readItem(item, event, [...place, event, at]);
      if (isUnreadable(read)) return read;
      found.push(...read);
    }
  }
  return found;
}

function valueUnder(document: Json, place: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const key of place) value = isObject(value) ? lookUp(value, key) : undefined;
  return value;
}
