/** The tool call in a payload of the plugin, its input in Claude's field names, and the way back. */

import { isObject, type Json } from "../../canonical/json.ts";
import { readPatch } from "../../canonical/patch.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { tools } from "./tools.ts";
import { hasWord, lookUp } from "../../lookup.ts";

export interface ToolPart {
  readonly tool: ToolCall;
  readonly toolInput: Json;
}

/** The tool in which models of the GPT-5 family write and edit files: one text for all of them. */
const PATCH = "apply_patch";

export function toolPart(native: string, input: Json): ToolPart {
  if (native === PATCH && isObject(input) && typeof input["patchText"] === "string") return patchPart(input["patchText"], input);
  const tool = hasWord(tools.names, native) ? toolCall(native, lookUp(tools.names, native)) : unknownTool(native);
  return { tool, toolInput: toClaudeFields(input, rulesFor(tool, tools.fields)) };
}

/** The whole native input after a change; of a patch only the text itself can be changed, the files follow from it. */
export function changedArgs(native: string | undefined, original: Json, fields: Json, part: ToolCall | undefined): Json | undefined {
  if (native !== PATCH || !isObject(fields)) return fromClaudeFields(original, fields, rulesFor(part, tools.fields));
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return patch === undefined ? undefined : fromClaudeFields(original, { ...rest, patchText: patch }, []);
}

function patchPart(patch: string, input: Json): ToolPart {
  const read = readPatch(patch);
  const { patchText: _, ...rest } = isObject(input) ? input : {};
  const [first] = read?.files ?? [];
  return {
    tool: toolCall(PATCH, read?.tool ?? "file_edit", read?.also),
    toolInput: { ...rest, ...(first === undefined ? {} : { file_path: first }), files: read?.files ?? [], patch },
  };
}

/** `<server>_<tool>` where either may hold the separator: every way to split it may be meant. */
function unknownTool(native: string): ToolCall {
  return toolCall(native, undefined, possibleMcpNames(native, "_").map(mcpToolName));
}
