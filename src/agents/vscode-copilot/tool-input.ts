/** Converts inputs of VS Code's tools to Claude's fields and back; `apply_patch` contains a patch. */

import { isObject, type Json } from "../../canonical/json.ts";
import { patchCall } from "../../canonical/patch.ts";
import { ANY_PATCH } from "../../canonical/patch-sections.ts";
import { fromClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { ToolPart } from "../claude-shape/read-payload.ts";
import { changedInput as changedFields, claudeInput, namedTool } from "../named-tool.ts";
import { tools } from "./tools.ts";

export function toolPart(native: string, input: Json): ToolPart {
  const patch = patchIn(native, input);
  if (patch !== undefined) return patchCall(native, patch, input, "input", ANY_PATCH);
  const tool = mcpTool(native) ?? namedTool(native, tools, input);
  return { tool, toolInput: claudeInput(tool, input, tools) };
}

/** The complete native input after a change to some of Claude's fields. */
export function changedInput(tool: ToolCall | undefined, native: Json, fields: Json): Json | undefined {
  return patchIn(tool?.native, native) === undefined ? changedFields(tool, native, fields, tools) : withPatch(native, fields);
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

/** `mcp_server_tool`: every way to split it is possible. */
function mcpTool(native: string): ToolCall | undefined {
  if (!native.startsWith("mcp_")) return undefined;
  const names = possibleMcpNames(native.slice("mcp_".length), "_");
  return names.length === 0 ? undefined : toolCall(native, undefined, names.map(mcpToolName));
}
