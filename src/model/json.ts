/** JSON in the payloads of agents and handlers. Nothing here throws: any bytes may arrive. */

import { lookUp, put } from "../lookup.ts";

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Deeper than any real value. Engines fail to print values nested some ten thousand deep, and one takes seconds for fewer:
 * long enough to miss a call's deadline.
 */
export const MOST_LEVELS = 2_000;

/** The parsed value, or `undefined` when the text is not JSON, or nested too deep. */
export function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return mayBeTooDeep(text) && isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Most texts have fewer brackets, which is quickly counted; those in strings count too. */
function mayBeTooDeep(text: string): boolean {
  if (text.length <= MOST_LEVELS * 2) return false;
  let count = 0;
  for (const bracket of "[{")
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (++count > MOST_LEVELS) return true;
  return false;
}

/** Level by level: a recursive function would fail on what it checks for. */
function isTooDeep(value: Json): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each !== "object" || each === null) continue;
      for (const child of Object.values(each)) if (typeof child === "object") next.push(child);
    }
    level = next;
  }
  return false;
}

/** The fields of an object; none for anything else. */
export function fieldsOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isTextPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isText(value[1]);
}

/** A loop: a hook call checks hundreds of files. */
export function isListOf<T>(value: unknown, isOne: (one: unknown) => one is T): value is readonly T[] {
  if (!Array.isArray(value)) return false;
  for (const one of value) if (!isOne(one)) return false;
  return true;
}

type Check = (value: unknown) => boolean;

/** An object whose members pass these checks; it may have others. `T` is the type that the checks establish. */
export function isShaped<T = JsonObject>(value: unknown, shape: Readonly<Record<string, Check>>): value is T {
  if (!isObject(value)) return false;
  for (const [key, isRight] of Object.entries(shape)) if (!isRight(lookUp(value, key))) return false;
  return true;
}

export function ifAny(isRight: Check): Check {
  return (value) => value === undefined || isRight(value);
}

export function listOf(isRight: Check): Check {
  return (value) => Array.isArray(value) && value.every(isRight);
}

export function oneOf(...words: readonly unknown[]): Check {
  return (value) => words.includes(value);
}

export function isOfType(type: "boolean" | "number" | "object"): Check {
  return (value) => typeof value === type;
}

export function stringOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

/** A field that is `undefined` counts as missing, as in a document. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return false;
    for (let at = 0; at < left.length; at++) if (!sameJson(left[at], right[at])) return false;
    return true;
  }
  if (!isObject(left) || !isObject(right)) return false;
  for (const key of Object.keys(left)) if (!sameJson(lookUp(left, key), lookUp(right, key))) return false;
  for (const key of Object.keys(right)) if (lookUp(left, key) === undefined && lookUp(right, key) !== undefined) return false;
  return true;
}

/** A copy without `undefined` and `null` members: a `null` sibling voids a whole answer on Claude Code. */
export function compact(fields: JsonObject): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined && value !== null) put(kept, key, value);
  return kept;
}

/** The outermost objects in a text, in order. A brace that starts none costs a look at the rest, so only so much is read. */
export function jsonObjectsIn(text: string): readonly JsonObject[] {
  const found: JsonObject[] = [];
  let left = MOST_LETTERS;
  for (let at = text.indexOf("{"); at >= 0 && left > 0; at = text.indexOf("{", at)) {
    const end = endOfObject(text, at);
    const value = end === undefined ? undefined : parseJson(text.slice(at, end));
    left -= (end ?? text.length) - at;
    if (isObject(value)) found.push(value);
    at = isObject(value) ? end! : at + 1;
  }
  return found;
}

/** Four times what is kept of a handler's output. */
const MOST_LETTERS = 4 * 1024 * 1024;

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{") depth += 1;
    else if (letter === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

const STRING_COMMENT_OR_COMMA = /"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|,(?=(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*[}\]])/g;

/** Removes comments and trailing commas from JSON settings, so that they parse. Strings are unchanged. */
export function withoutComments(text: string): string {
  return text.replaceAll(STRING_COMMENT_OR_COMMA, (found) => (found.startsWith('"') ? found : ""));
}

/** The value that these keys lead to, in a document that may contain anything. */
export function valueAt(document: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let value = document;
  for (const key of keys) value = isObject(value) ? lookUp(value, key) : undefined;
  return value;
}
