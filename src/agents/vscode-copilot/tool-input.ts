/** Converts inputs of VS Code's tools to Claude's fields and back: some contain lists, and `apply_patch` contains a patch. */

import { isObject, type Json } from "../../canonical/json.ts";
import { patchCall } from "../../canonical/patch.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../../canonical/tool-fields.ts";
import { intoFirstEntry, withFirstEntry } from "../../canonical/tool-lists.ts";
import { mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { ToolPart } from "../claude-shape/read-payload.ts";
import { namedTool } from "../named-tool.ts";
import { tools } from "./tools.ts";
import { hasWord, lookUp, put } from "../../lookup.ts";

/** Several replacements in one call; handlers get the fields of the first one. */
const LIST = "replacements";
/** Lists of plain texts, and Claude's field for one of them. */
const TEXTS = { urls: "url", files: "file_path" } as const;

export function toolPart(native: string, input: Json): ToolPart {
  const patch = patchIn(native, input);
  if (patch !== undefined) return patchCall(native, patch, input, "input");
  const tool = mcpTool(native) ?? namedTool(native, tools, input);
  const rules = rulesFor(tool, tools.fields);
  return { tool, toolInput: rules.length === 0 ? input : withFirstTexts(toClaudeFields(withFirstEntry(input, LIST), rules)) };
}

/** The complete native input after a change to some of Claude's fields. */
export function changedInput(tool: ToolCall | undefined, native: Json, fields: Json): Json | undefined {
  const rules = rulesFor(tool, tools.fields);
  if (rules.length === 0) return fromClaudeFields(native, fields, rules);
  if (patchIn(tool?.native, native) !== undefined) return withPatch(native, fields);
  const changed = fromClaudeFields(withFirstEntry(native, LIST), intoTexts(native, fields), rules);
  return changed === undefined ? undefined : intoFirstEntry(native, changed, LIST);
}

function patchIn(native: string | undefined, input: Json): string | undefined {
  const patch = native === "apply_patch" && isObject(input) ? input["input"] : undefined;
  return typeof patch === "string" ? patch : undefined;
}

/** Only the patch can be changed: its text determines the files. */
function withPatch(native: Json, fields: Json): Json | undefined {
  if (!isObject(fields) || typeof fields["patch"] !== "string") return undefined;
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return fromClaudeFields(native, { ...rest, input: patch }, []);
}

function withFirstTexts(input: Json): Json {
  if (!isObject(input)) return input;
  const found: Record<string, Json> = {};
  for (const [list, field] of Object.entries(TEXTS)) {
    const texts = lookUp(input, list);
    const first = Array.isArray(texts) ? (texts as readonly Json[])[0] : undefined;
    if (typeof first === "string" && !hasWord(input, field)) found[field] = first;
  }
  return { ...input, ...found };
}

/** A change of the one text changes the first in the list. */
function intoTexts(native: Json, fields: Json): Json {
  if (!isObject(native) || !isObject(fields)) return fields;
  const changes: Record<string, Json | undefined> = { ...fields };
  for (const [list, field] of Object.entries(TEXTS)) {
    const texts = lookUp(native, list);
    const changed = changes[field];
    if (!Array.isArray(texts) || changed === undefined || hasWord(changes, list)) continue;
    delete changes[field];
    put(changes, list, [changed, ...(texts as readonly Json[]).slice(1)]);
  }
  return changes;
}

/** `mcp_server_tool`: every way to split it is possible. */
function mcpTool(native: string): ToolCall | undefined {
  if (!native.startsWith("mcp_")) return undefined;
  const names = possibleMcpNames(native.slice("mcp_".length), "_");
  return names.length === 0 ? undefined : toolCall(native, undefined, names.map(mcpToolName));
}
