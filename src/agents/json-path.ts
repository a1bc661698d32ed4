import { type Json, isObject } from "../canonical/json.ts";
import { lookUp } from "../lookup.ts";

/** The value that these keys lead to, in a document that may contain anything. */
export function valueAt(document: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let value = document;
  for (const key of keys) value = isObject(value) ? lookUp(value, key) : undefined;
  return value;
}
