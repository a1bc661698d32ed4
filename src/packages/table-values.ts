/** Values in tables of files that others wrote. */

import { isTable } from "../files/toml.ts";
import { lookUp } from "../lookup.ts";

export type Table = Readonly<Record<string, unknown>>;

export function textAt(table: Table, key: string): string | undefined {
  const value = lookUp(table, key);
  return isText(value) ? value : undefined;
}

export function textsAt(table: Table, key: string): string[] {
  return textsIn(lookUp(table, key));
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}

export function tableAt(table: Table, ...keys: readonly string[]): Table | undefined {
  let at: Table = table;
  for (const key of keys) {
    const value = lookUp(at, key);
    if (!isTable(value)) return undefined;
    at = value;
  }
  return at;
}

/** A text that is not encoded validly stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
