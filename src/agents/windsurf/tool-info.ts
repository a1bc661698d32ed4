/** Converts `tool_info` to a call with Claude's names and fields, and back. */

import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { mcpCall, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { claudeInput } from "../named-tool.ts";
import { tools } from "./tools.ts";
import { hasWord, lookUp } from "../../lookup.ts";

/** The arguments of an MCP tool are one level deeper than the fields of other tools. */
const ARGUMENTS = "mcp_tool_arguments";

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
  return { tool, toolInput: claudeInput(tool, info, tools), nativeToolInput: info };
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

/** One edit that replaces nothing. */
function isNewFile(info: Json): boolean {
  const edits = isObject(info) ? info["edits"] : undefined;
  if (!Array.isArray(edits) || edits.length !== 1) return false;
  const [only] = edits as readonly Json[];
  return isObject(only) && only["old_string"] === "";
}
