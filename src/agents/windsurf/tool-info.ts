/** Converts `tool_info` to a call with Claude's names and fields, and back. */

import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { type FieldRule, fromClaudeFields, toClaudeFields } from "../../canonical/tool-fields.ts";
import { intoFirstEntry, withFirstEntry } from "../../canonical/tool-lists.ts";
import { mcpCall, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { tools } from "./tools.ts";
import { hasWord, lookUp } from "../../lookup.ts";

/** One write contains several edits; handlers get the fields of the first one as well as the list. */
const LIST = "edits";
/** The arguments of an MCP tool are one level deeper than the fields of other tools. */
const ARGUMENTS = "mcp_tool_arguments";
const NEW_FILE: readonly FieldRule[] = [{ native: "new_string", claude: "content" }];

export interface ToolInfo {
  readonly tool: ToolCall;
  readonly toolInput: Json;
  readonly nativeToolInput: Json;
}

export function readToolInfo(nativeEvent: string, info: Json | undefined): ToolInfo | undefined {
  const native = nativeEvent.replace(/^(?:pre|post)_/, "");
  if (!isObject(info)) return undefined;
  if (native === "mcp_tool_use") return mcpInfo(info);
  if (!hasWord(tools.names, native)) return undefined;
  const isNew = isNewFile(info);
  const tool = isNew ? toolCall(native, "file_write", ["Edit", "file_edit"]) : toolCall(native, lookUp(tools.names, native));
  return { tool, toolInput: toClaudeFields(withFirstEntry(info, LIST), rulesOf(info)), nativeToolInput: info };
}

/** The complete native input after a change to some of Claude's fields. */
export function changedInput(tool: ToolCall | undefined, native: Json, fields: Json): Json | undefined {
  if (tool?.neutral === undefined) return fromClaudeFields(native, fields, []);
  const changed = fromClaudeFields(withFirstEntry(native, LIST), fields, rulesOf(native));
  return changed === undefined ? undefined : intoFirstEntry(native, changed, LIST);
}

export function withToolInput(payload: JsonObject, input: Json): JsonObject {
  const info = payload["tool_info"];
  return { ...payload, tool_info: isObject(info) && hasWord(info, ARGUMENTS) ? { ...info, [ARGUMENTS]: input } : input };
}

function mcpInfo(info: JsonObject): ToolInfo {
  const [server, tool] = [stringOr(info["mcp_server_name"], ""), stringOr(info["mcp_tool_name"], "")];
  const input = info[ARGUMENTS] ?? {};
  return { tool: mcpCall(tool, { server, tool }), toolInput: input, nativeToolInput: input };
}

function rulesOf(info: Json): readonly FieldRule[] {
  return isNewFile(info) ? NEW_FILE : tools.fields;
}

/** One edit that replaces nothing. */
function isNewFile(info: Json): boolean {
  const edits = isObject(info) ? info[LIST] : undefined;
  if (!Array.isArray(edits) || edits.length !== 1) return false;
  const [only] = edits as readonly Json[];
  return isObject(only) && only["old_string"] === "";
}
