/** JSON as the payloads of agents and handlers hold it. Nothing here throws: any bytes may arrive. */

import { hasWord, lookUp, put } from "../lookup.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The parsed value, or `undefined` when the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function stringOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => hasWord(right, key) && sameJson(lookUp(left, key), lookUp(right, key)))
  );
}

/** A copy without `undefined` and `null` members: a `null` sibling voids a whole answer on Claude Code. */
export function compact(fields: JsonObject): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) put(kept, key, value);
  return kept;
}
