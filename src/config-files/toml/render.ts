/** Values and keys as new TOML. */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { refusal } from "../splicing/refusal.ts";

export function tomlKey(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : tomlString(name))).join(".");
}

/** On one line, objects as inline tables. */
export function tomlValue(value: Json): string {
  if (value === null) throw refusal("TOML has no null");
  if (typeof value === "string") return tomlString(value);
  if (typeof value === "number") return tomlNumber(value);
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => tomlValue(item as Json)).join(", ")}]`;
  const pairs = isObject(value) ? tomlPairs(value) : [];
  return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
}

/** The lines below a header. */
export function tomlPairs(value: JsonObject): readonly string[] {
  return Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [`${tomlKey([key])} = ${tomlValue(member)}`]));
}

/** JSON's escapes are TOML's, except for the one control character that JSON allows unescaped. */
function tomlString(value: string): string {
  return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
}

function tomlNumber(value: number): string {
  if (!Number.isFinite(value)) throw refusal(`${value} is not a JSON value`);
  const text = String(value);
  return Number.isSafeInteger(value) || /[.e]/.test(text) ? text : `${text}.0`;
}
