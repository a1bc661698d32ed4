/** The tool call in a payload of the plugin, its input in Claude's field names, and the way back. */

import { isObject, type Json } from "../../canonical/json.ts";
import { readPatch } from "../../canonical/patch.ts";
import { fromClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { tools } from "./tools.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";

export interface ToolPart {
  readonly tool: ToolCall;
  readonly toolInput: Json;
}

/** The tool in which models of the GPT-5 family write and edit files: one text for all of them. Older versions call it `patch`. */
const PATCHES = ["apply_patch", "patch"];

export function toolPart(native: string, input: Json): ToolPart {
  const known = namedTool(native, tools, input);
  if (PATCHES.includes(native) && isObject(input) && typeof input["patchText"] === "string")
    return patchPart(known, input["patchText"], input);
  const tool = known.neutral === undefined ? unknownTool(native) : known;
  return { tool, toolInput: claudeInput(tool, input, tools) };
}

/** The whole native input after a change; of a patch only the text itself can be changed, the files follow from it. */
export function changedArgs(native: string | undefined, original: Json, fields: Json, part: ToolCall | undefined): Json | undefined {
  if (!PATCHES.includes(native ?? "") || !isObject(fields)) return changedInput(part, original, fields, tools);
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return patch === undefined ? undefined : fromClaudeFields(original, { ...rest, patchText: patch }, []);
}

function patchPart(known: ToolCall, patch: string, input: Json): ToolPart {
  const read = readPatch(patch);
  const { patchText: _, ...rest } = isObject(input) ? input : {};
  const [first] = read?.files ?? [];
  return {
    tool: { ...known, ...toolCall(known.native, read?.tool ?? "file_edit", read?.also) },
    toolInput: { ...rest, ...(first === undefined ? {} : { file_path: first }), files: read?.files ?? [], patch },
  };
}

/** `<server>_<tool>` where either may hold the separator: every way to split it may be meant. */
function unknownTool(native: string): ToolCall {
  return toolCall(native, undefined, possibleMcpNames(native, "_").map(mcpToolName));
}
