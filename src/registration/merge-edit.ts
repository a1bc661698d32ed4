/** Applies a planned edit of a large JSON file to what its agent has written meanwhile, without planning again: the agent does not wait that long. */

import { isObject, parseJson, sameJson, type Json, type JsonObject } from "../canonical/json.ts";
import { valueAt } from "./our-entries.ts";

export interface PlannedEdit {
  readonly before: string;
  readonly after: string;
  /** The places that it adds, changes or removes. */
  readonly paths: readonly (readonly string[])[];
}

/** `undefined` where both changed the same part, or the result is not exactly the other text with our change. */
export function mergeEdit({ before, after, paths }: PlannedEdit, now: string): string | undefined {
  const [ours, theirs] = [changeOf(before, after), changeOf(before, now)];
  const [first, second] = ours.start < theirs.start ? [ours, theirs] : [theirs, ours];
  if (first.end >= second.start) return undefined;
  const merged = before.slice(0, first.start) + first.put + before.slice(first.end, second.start) + second.put + before.slice(second.end);
  const [value, planned, other] = [merged, after, now].map((text) => parseJson(text));
  if (value === undefined || planned === undefined || other === undefined) return undefined;
  const isOurs = paths.every((path) => same(valueAt(value, path), valueAt(planned, path)));
  return isOurs && sameJson(withoutAll(value, paths), withoutAll(other, paths)) ? merged : undefined;
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly put: string;
}

/** The one part in which two texts differ. */
function changeOf(before: string, after: string): Change {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let behind = 0;
  while (behind < most - start && before[before.length - 1 - behind] === after[after.length - 1 - behind]) behind++;
  return { start, end: before.length - behind, put: after.slice(start, after.length - behind) };
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameJson(one, other);
}

function withoutAll(value: Json, paths: readonly (readonly string[])[]): Json {
  return paths.reduce<Json>((rest, path) => without(rest, path) ?? {}, value);
}

/** Containers that are empty without it count as missing. */
function without(value: Json, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return undefined;
  if (!isObject(value)) return value;
  const { [step]: inner, ...others } = value;
  const left = inner === undefined ? undefined : without(inner, rest);
  const all: JsonObject = left === undefined ? others : { ...others, [step]: left };
  return Object.keys(all).length === 0 ? undefined : all;
}
