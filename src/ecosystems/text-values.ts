/** Texts in a table of a file. A NUL cannot be part of a path or a name, and would make every file operation throw. */

import { lookUp } from "../lookup.ts";

export function textAt(table: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = lookUp(table, key);
  return isText(value) ? value : undefined;
}

export function textsAt(table: Readonly<Record<string, unknown>>, key: string): string[] {
  return textsIn(lookUp(table, key));
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}
