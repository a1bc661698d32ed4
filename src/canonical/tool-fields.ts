/** Converts tool inputs to Claude's field names and back, by the fields present and not by the tool. */

import { isObject, type Json } from "./json.ts";
import type { ToolCall } from "./tool.ts";
import { hasWord, put } from "../lookup.ts";

/** One native field and Claude's name for it. */
export interface FieldRule {
  readonly native: string;
  readonly claude: string;
  /** The rule applies to these native tools alone. */
  readonly of?: readonly string[];
  /** The rule is off when one of these fields is present: the native name then has Claude's meaning. */
  readonly unless?: readonly string[];
}

/** Only tools with a counterpart have Claude's fields; an MCP server gives the same names its own meaning. */
export function rulesFor(tool: ToolCall | undefined, rules: readonly FieldRule[]): readonly FieldRule[] {
  const valid: FieldRule[] = [];
  if (tool?.neutral === undefined) return valid;
  // Loops here and below: the first `filter` or `find` in a native program costs more than all the work here.
  for (const rule of rules) if (rule.of === undefined || rule.of.includes(tool.native)) valid.push(rule);
  return valid;
}

/** The input under Claude's field names; fields without a counterpart are kept. */
export function toClaudeFields(input: Json, rules: readonly FieldRule[]): Json {
  if (!isObject(input)) return input;
  const renamed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(input)) {
    put(renamed, claudeName(key, input, rules), value as Json);
  }
  return renamed;
}

function claudeName(key: string, input: object, rules: readonly FieldRule[]): string {
  for (const { native, claude, unless } of rules) if (native === key && !hasWord(input, claude) && !hasAny(input, unless)) return claude;
  return key;
}

/**
 * The complete native input after a change to some of Claude's fields: named fields are replaced, the rest stays. Agents validate
 * the whole input, so a partial one would fail. `undefined` where the shapes do not fit (fields for a plain text).
 */
export function fromClaudeFields(original: Json, changes: Json, rules: readonly FieldRule[]): Json | undefined {
  if (!isObject(original) || !isObject(changes)) return typeof original === typeof changes && !isObject(original) ? changes : undefined;
  const result: Record<string, Json> = { ...(original as Record<string, Json>) };
  for (const [key, value] of Object.entries(changes)) if (value !== undefined) put(result, nativeName(key, original, rules), value);
  return result;
}

function nativeName(key: string, original: Readonly<Record<string, unknown>>, rules: readonly FieldRule[]): string {
  if (hasWord(original, key)) return key;
  const usable = rules.filter(({ claude, unless }) => claude === key && !hasAny(original, unless));
  return (usable.find(({ native }) => hasWord(original, native)) ?? usable[0])?.native ?? key;
}

function hasAny(input: object, names: readonly string[] | undefined): boolean {
  return names?.some((name) => hasWord(input, name)) === true;
}
