/**
 * Converts tool inputs to Claude's field names and back. Where an agent's tool names a field otherwise, Claude's name has the value of the field that
 * the agent obeys and of no other: a model may add a field of Claude's name that the agent ignores, to show a guard something harmless.
 */

import { hasWord, lookUp, put } from "../lookup.ts";
import { isObject, type Json, type JsonObject, sameJson } from "./json.ts";
import type { NeutralTool, ToolCall } from "./tool.ts";

/** Where tools have what Claude names `claude`. Several rules for one name: the first field that is given counts. */
export interface FieldRule {
  readonly claude: string;
  /** Absent where the tools have no such field, or where what `in` holds is the value. */
  readonly native?: string;
  /** The field that holds it: an object, or a list of which handlers get the first entry. */
  readonly in?: string;
  /** The rule applies to these native tools alone. */
  readonly of?: readonly string[];
  /** The rule applies to tools of these kinds alone. */
  readonly kinds?: readonly NeutralTool[];
}

export const FILE_KINDS: readonly NeutralTool[] = ["file_read", "file_write", "file_edit"];
export const SEARCH_KINDS: readonly NeutralTool[] = ["search", "find"];

/** Fields of other tools that change files: there only where the agent obeys them, because a guard may look at them first. */
const NOT_OWN: readonly FieldRule[] = [
  { claude: "content", kinds: ["file_read", "file_edit"] },
  { claude: "old_string", kinds: ["file_read", "file_write"] },
  { claude: "new_string", kinds: ["file_read", "file_write"] },
  { claude: "files", kinds: [...FILE_KINDS, ...SEARCH_KINDS] },
  ...["edits", "patch", "notebook_path", "new_source"].map((claude) => ({ claude, kinds: FILE_KINDS })),
];

/** Only tools with a counterpart have Claude's fields; an MCP server gives the same names its own meaning. */
export function rulesFor(tool: ToolCall | undefined, rules: readonly FieldRule[]): readonly FieldRule[] {
  const valid: FieldRule[] = [];
  if (tool?.neutral === undefined) return valid;
  // Loops here and below: the first `filter` or `find` in a native program costs more than all the work here.
  for (const table of [rules, NOT_OWN]) {
    for (const rule of table) {
      const { of, kinds } = rule;
      if ((of === undefined || of.includes(tool.native)) && (kinds === undefined || kinds.includes(tool.neutral))) valid.push(rule);
    }
  }
  return valid;
}

/** The input under Claude's field names. Fields without a counterpart stay; one of Claude's name that the agent ignores does not. */
export function toClaudeFields(input: Json, rules: readonly FieldRule[]): Json {
  if (!isObject(input)) return input;
  const obeyed = obeyedIn(input, rules);
  const renamed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(input)) if (!isTaken(key, obeyed)) put(renamed, key, value as Json);
  for (const [claude, rule] of obeyed) if (rule !== undefined) put(renamed, claude, valueAt(input, rule) as Json);
  const files = listedBy(obeyed.get("file_path") ?? obeyed.get("path"), input, rules);
  if (files !== undefined) renamed["files"] = files;
  return renamed;
}

/**
 * Every file of a tool that takes a list of them, as a patch has them: the first alone would hide the others from a guard. Of several lists
 * each counts, because a version of the agent may read each.
 */
function listedBy(decides: FieldRule | undefined, input: JsonObject, rules: readonly FieldRule[]): readonly Json[] | undefined {
  if (decides?.in === undefined || !Array.isArray(lookUp(input, decides.in))) return undefined;
  const files = new Set<Json>();
  for (const { claude, native, in: name } of rules) {
    const held = claude === decides.claude && name !== undefined ? lookUp(input, name) : undefined;
    if (!Array.isArray(held)) continue;
    for (const entry of held as readonly Json[]) {
      const file = native === undefined ? entry : fieldOf(entry, native);
      if ((file ?? null) !== null) files.add(file as Json);
    }
  }
  return [...files];
}

/**
 * The complete native input after a change to some of Claude's fields: named fields are replaced, the rest stays. Agents validate
 * the whole input, so a partial one would fail. `undefined` where the shapes do not fit (fields for a plain text), or the tool has no such field.
 */
export function fromClaudeFields(original: Json, changes: Json, rules: readonly FieldRule[]): Json | undefined {
  if (!isObject(original) || !isObject(changes)) return typeof original === typeof changes && !isObject(original) ? changes : undefined;
  const obeyed = obeyedIn(original, rules);
  const shown = toClaudeFields(original, rules) as JsonObject;
  let result: JsonObject = original;
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined || sameJson(value, lookUp(shown, key))) continue;
    const rule = obeyed.get(key) ?? rules.find(({ claude, native }) => claude === key && native !== undefined);
    const changed = obeyed.has(key) ? rule && withValue(result, rule, value) : { ...result, [key]: value };
    if (changed === undefined) return undefined;
    result = changed;
  }
  return result;
}

/** The fields of another agent's tool for an input in Claude's names. Fields already under that tool's names are dropped: the call ignores them. */
export function toNativeFields(input: Json, rules: readonly FieldRule[]): Json {
  if (!isObject(input)) return input;
  const names = new Map<string, string>();
  const own = new Set<string>();
  for (const { claude, native, in: holder } of rules) {
    if (holder !== undefined) own.add(holder);
    if (native === undefined || holder !== undefined) continue;
    own.add(native);
    if (!names.has(claude)) names.set(claude, native);
  }
  const renamed: Record<string, Json> = {};
  for (const [key, value] of Object.entries(input)) if (!own.has(key) && !names.has(key)) put(renamed, key, value as Json);
  for (const [claude, native] of names) if (hasWord(input, claude)) put(renamed, native, lookUp(input, claude) as Json);
  return renamed;
}

/** Claude's names that rules are about → the one that decides for this input, if its field is given. */
function obeyedIn(input: JsonObject, rules: readonly FieldRule[]): ReadonlyMap<string, FieldRule | undefined> {
  const obeyed = new Map<string, FieldRule | undefined>();
  for (const rule of rules) {
    if (obeyed.get(rule.claude) !== undefined) continue;
    // Agents read `null` as no value.
    obeyed.set(rule.claude, (valueAt(input, rule) ?? null) === null ? undefined : rule);
  }
  return obeyed;
}

/** Whether the key is one of Claude's names in the rules, or a native field that is shown under such a name. */
function isTaken(key: string, obeyed: ReadonlyMap<string, FieldRule | undefined>): boolean {
  if (obeyed.has(key)) return true;
  for (const rule of obeyed.values()) if (rule !== undefined && rule.in === undefined && rule.native === key) return true;
  return false;
}

function valueAt(input: JsonObject, { native, in: name }: FieldRule): Json | undefined {
  if (name === undefined) return native === undefined ? undefined : lookUp(input, native);
  const held = lookUp(input, name);
  const entry = Array.isArray(held) ? (held as readonly Json[])[placeIn(held, native)] : held;
  if (native === undefined) return Array.isArray(held) ? entry : undefined;
  return fieldOf(entry, native);
}

/** The first entry with the field: one without it must not bring back a field beside the list, which the agent ignores. */
function placeIn(entries: readonly Json[], native: string | undefined): number {
  for (let at = 0; at < entries.length; at++) if (native === undefined || (fieldOf(entries[at], native) ?? null) !== null) return at;
  return 0;
}

function fieldOf(entry: Json | undefined, native: string | undefined): Json | undefined {
  return isObject(entry) && native !== undefined ? lookUp(entry, native) : undefined;
}

function withValue(input: JsonObject, { native, in: name }: FieldRule, value: Json): JsonObject | undefined {
  if (name === undefined) return native === undefined ? undefined : withField(input, native, value);
  const held = lookUp(input, name);
  const entries = Array.isArray(held) ? (held as readonly Json[]) : undefined;
  const at = entries === undefined ? 0 : placeIn(entries, native);
  const entry = entries === undefined ? held : entries[at];
  const changed = native === undefined ? value : isObject(entry) ? withField(entry, native, value) : undefined;
  if (changed === undefined) return undefined;
  return withField(input, name, entries === undefined ? changed : entries.with(at, changed));
}

function withField(input: JsonObject, key: string, value: Json): JsonObject {
  const copy: Record<string, Json | undefined> = { ...input };
  put(copy, key, value);
  return copy;
}

/** A tool's result for handlers: always an object, with `stdout` for shells and `text` for the rest; native keys are kept. */
export function toolResponse(native: Json | undefined, tool: NeutralTool | undefined, text = textOf(native)): JsonObject {
  const key = tool === "shell" ? "stdout" : "text";
  const named: JsonObject = text === undefined ? {} : { [key]: text };
  if (isObject(native)) return { ...named, ...native };
  return Array.isArray(native) ? { content: native, ...named } : named;
}

/** The text of a result: a string, a list of content blocks, or an object that contains either. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const texts = value.map((part: Json) => (typeof part === "string" ? part : textOfBlock(part))).filter((text) => text !== undefined);
    return texts.length === 0 ? undefined : texts.join("\n");
  }
  if (!isObject(value)) return undefined;
  if (Array.isArray(value["content"]) || typeof value["content"] === "string") return textOf(value["content"]);
  const file = value["file"];
  return textOfBlock(value) ?? (isObject(file) && typeof file["content"] === "string" ? file["content"] : undefined);
}

function textOfBlock(block: Json): string | undefined {
  return isObject(block) && typeof block["text"] === "string" ? block["text"] : undefined;
}
