/** Members of a JSON object by words from outside. */

import { isObject, type JsonObject } from "../../canonical/json.ts";
import { lookUp } from "../../lookup.ts";

export function tableAt(table: JsonObject, key: string): JsonObject | undefined {
  const value = lookUp(table, key);
  return isObject(value) ? value : undefined;
}

/** A NUL cannot be part of a path or a name, and would make every file operation throw. */
export function textAt(table: JsonObject, key: string): string | undefined {
  const value = lookUp(table, key);
  return typeof value === "string" && !value.includes("\0") ? value : undefined;
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && !one.includes("\0")) : [];
}
