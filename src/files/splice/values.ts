/** Documents as values: the value at a place, and a document with or without something. Objects here have no prototype. */

import { hasWord, lookUp, put } from "../../lookup.ts";
import { isObject, type Json } from "../../model/json.ts";
import type { Entry, Place } from "../editor.ts";

type Members = Record<string, Json>;

export function newObject(): Members {
  return Object.create(null) as Members;
}

/** A parser's result. What JSON cannot express becomes the nearest value: dates their text, large integers the nearest number. */
export function plainValue(value: unknown): Json {
  if (value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Set || value instanceof Uint8Array) return [...value].map(plainValue);
  if (value instanceof Map) return plainValue(Object.fromEntries([...value].map(([key, member]) => [String(key), member as unknown])));
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value as Json;
  const copy = newObject();
  for (const [key, member] of Object.entries(value)) put(copy, key, plainValue(member));
  return copy;
}

export function valueAt(root: Json, place: Place): Json | undefined {
  let value: Json | undefined = root;
  for (const step of place) {
    if (typeof step === "number") value = Array.isArray(value) ? (value as readonly Json[])[step] : undefined;
    else value = isObject(value) ? lookUp(value, step) : undefined;
    if (value === undefined) return undefined;
  }
  return value;
}

/** An item goes to the end; missing containers are made, and `null` counts as missing. */
export function withEntry(root: Json, { kind, path, value }: Entry): Json {
  const [step, ...rest] = path;
  if (step === undefined) return kind === "key" ? value : [...(Array.isArray(root) ? (root as readonly Json[]) : []), value];
  const copy = Object.assign(newObject(), isObject(root) ? root : undefined);
  put(copy, step, withEntry(lookUp(copy, step) ?? null, { kind, path: rest, value }));
  return copy;
}

export function withValue(root: Json, [step, ...rest]: Place, value: Json): Json {
  if (step === undefined) return value;
  if (Array.isArray(root)) return (root as readonly Json[]).map((item, index) => (index === step ? withValue(item, rest, value) : item));
  const copy: Members = Object.assign(newObject(), root);
  put(copy, String(step), withValue(lookUp(copy, String(step)) ?? null, rest, value));
  return copy;
}

function without(root: Json, [step, ...rest]: Place): Json {
  if (step === undefined) return null;
  if (Array.isArray(root)) {
    const items = root as readonly Json[];
    return rest.length === 0
      ? items.filter((_, index) => index !== step)
      : items.map((item, index) => (index === step ? without(item, rest) : item));
  }
  const copy: Members = Object.assign(newObject(), root);
  if (rest.length === 0) return Object.fromEntries(Object.entries(copy).filter(([key]) => key !== String(step)));
  put(copy, String(step), without(lookUp(copy, String(step)) ?? null, rest));
  return copy;
}

export function isEmpty(value: Json | undefined): boolean {
  if (value === null) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

/** Like `sameJson`, for other values that parsers of configuration files return: `nan` equals itself. */
export function sameValue(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right || (Number.isNaN(left) && Number.isNaN(right))) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameValue(item as Json, right[index] as Json));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => hasWord(right, key) && sameValue(lookUp(left, key), lookUp(right, key)))
  );
}

/**
 * Whether a document equals the old one without the value at `place`. Containers around it that are empty now may be missing, or `null`,
 * depending on the format.
 */
export function isWithout(now: Json, old: Json, place: Place): boolean {
  for (let length = place.length; length > 0; length--) {
    const rest = without(old, place.slice(0, length));
    const parent = place.slice(0, length - 1);
    if (sameValue(now, rest)) return true;
    const parentIsEmpty = isEmpty(valueAt(rest, parent));
    if (parentIsEmpty && sameValue(now, withValue(rest, parent, null))) return true;
    if (!parentIsEmpty) return false;
  }
  return isEmpty(now);
}
