/** Tool inputs that contain a list (edits, reads, addresses), presented as if the tool took one item. */

import { isObject, type Json } from "./json.ts";
import { hasWord, lookUp, put } from "../lookup.ts";

/** Adds the fields of the list's first entry, where handlers read them; the input's own fields win. */
export function withFirstEntry(input: Json, list: string): Json {
  const first = firstEntry(input, list);
  return isObject(input) && isObject(first) ? { ...first, ...input } : input;
}

/** The reverse: fields that belong to the first entry return to it. A list that was replaced as a whole is kept as given. */
export function intoFirstEntry(original: Json, changed: Json, list: string): Json {
  const first = firstEntry(original, list);
  if (!isObject(original) || !isObject(changed) || !isObject(first)) return changed;
  const own: Record<string, Json | undefined> = {};
  const entry: Record<string, Json | undefined> = { ...first };
  for (const [key, value] of Object.entries(changed)) put(hasWord(first, key) && !hasWord(original, key) ? entry : own, key, value);
  const entries = lookUp(changed, list);
  if (entries !== lookUp(original, list) || !Array.isArray(entries)) return own;
  return { ...own, [list]: [entry, ...(entries as readonly Json[]).slice(1)] };
}

function firstEntry(input: Json, list: string): Json | undefined {
  const entries = isObject(input) ? lookUp(input, list) : undefined;
  return Array.isArray(entries) ? (entries as readonly Json[])[0] : undefined;
}
