/** Reads the tool call in the plugin's payload into Claude's field names, and converts it back. */

import { isObject, type Json } from "../../canonical/json.ts";
import { patchCall } from "../../canonical/patch.ts";
import { fromClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { ToolPart } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { patchForm, tools } from "./tools.ts";

/** The tool with which GPT-5 models write and edit files: one text for all of them. Older versions call it `patch`. */
const PATCHES = ["apply_patch", "patch"];

export function toolPart(native: string, input: Json): ToolPart {
  const known = namedTool(native, tools, input);
  const patch = PATCHES.includes(native) && isObject(input) ? input["patchText"] : undefined;
  if (typeof patch === "string") {
    const { tool, ...read } = patchCall(native, patch, input, "patchText", patchForm);
    return { tool: { ...known, ...tool }, ...read };
  }
  const tool = known.neutral === undefined ? unknownTool(native) : known;
  return { tool, toolInput: claudeInput(tool, input, tools) };
}

/** The whole native input after a change. Only the text of a patch can be changed: it determines the files. */
export function changedArgs(native: string | undefined, original: Json, fields: Json, part: ToolCall | undefined): Json | undefined {
  if (!PATCHES.includes(native ?? "") || !isObject(fields)) return changedInput(part, original, fields, tools);
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return patch === undefined ? undefined : fromClaudeFields(original, { ...rest, patchText: patch }, []);
}

/** `<server>_<tool>`, where both may contain the separator: every way to split it is possible. */
function unknownTool(native: string): ToolCall {
  return toolCall(native, undefined, possibleMcpNames(native, "_").map(mcpToolName));
}
