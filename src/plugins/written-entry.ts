/** The entries of a manifest as their author wrote them. A consent is bound to them (PL-17), so that a version that reads more of them does not end it. */

import { lookUp, put } from "../lookup.ts";

const entries = new WeakMap<object, string>();

export function keepEntry<T extends object>(item: T, entry: unknown): T {
  entries.set(item, JSON.stringify(sorted(entry)));
  return item;
}

export function writtenEntry(item: object): string | undefined {
  return entries.get(item);
}

/** The same whatever order its keys are written in. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) === Date.prototype) return value;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) put(result, key, sorted(lookUp(value as Record<string, unknown>, key)));
  return result;
}

export function valueAt(document: unknown, path: readonly (string | number)[]): unknown {
  const inside = (value: unknown, key: string | number) =>
    typeof value === "object" && value !== null ? lookUp(value as Record<string, unknown>, String(key)) : undefined;
  return path.reduce(inside, document);
}
