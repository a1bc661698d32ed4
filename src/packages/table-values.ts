/** Values in tables of files that others wrote. */

import { lookUp } from "../lookup.ts";
import { isObject, type JsonObject } from "../model/json.ts";

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

/** Members of a JSON object by words from outside. */
export function tableAt(table: JsonObject, key: string): JsonObject | undefined {
  const value = lookUp(table, key);
  return isObject(value) ? value : undefined;
}

/** A text that is not encoded validly stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A requirement as a message quotes it: a hostile file may have one of any length. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
