/** The tool call in a payload of Copilot CLI: its own names or Claude's, MCP tools by a joined name, patches as plain text. */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { patchCall } from "../../canonical/patch.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { ToolPart } from "../claude-shape/read-payload.ts";
import { claudeInput, namedTool } from "../named-tool.ts";
import { NAMES_BEHIND, patchForm, tools } from "./tools.ts";
import { hasWord, lookUp } from "../../lookup.ts";

export function readTool(name: string, input: Json, payload: JsonObject): ToolPart {
  const native = ownName(name, input);
  if (native === "apply_patch" && typeof input === "string") return patchPart(name, input);
  const known = namedTool(native, tools, input, alsoCalled(name, native, input));
  const tool = (known.neutral === undefined ? mcpTool(name) : undefined) ?? { ...known, native: name };
  const unclear = typeof input === "string" ? { unclear: "Copilot CLI sent the tool's arguments as text that Symposium cannot read" } : {};
  const toolInput = claudeInput(tool, input, tools);
  return { tool, toolInput: isObject(toolInput) ? { ...toolInput, ...askedFile(payload) } : toolInput, ...unclear };
}

function askedFile({ permission_suggestions: suggestions, tool_input: input }: JsonObject): JsonObject {
  return suggestions !== undefined && isQuestion(input) ? { file_path: input["file_path"] } : {};
}

/** Copilot asks for permission in words of its own: it shows a diff, and names the file as Claude does. */
export function isQuestion(input: Json | undefined): input is JsonObject {
  return isObject(input) && hasWord(input, "diff") && hasWord(input, "file_path") && !hasWord(input, "path");
}

function ownName(name: string, input: Json): string {
  if (name === "Edit" && typeof input === "string") return "apply_patch";
  return lookUp(NAMES_BEHIND, name) ?? name;
}

/** Copilot asks permission to create a file as an edit; only the diff shows the difference. */
function alsoCalled(name: string, native: string, input: Json): readonly string[] {
  const diff = isObject(input) ? input["diff"] : undefined;
  const makesFile = native === "edit" && typeof diff === "string" && /^create file mode /m.test(diff);
  return [...(native === name ? [] : [native]), ...(makesFile ? ["Write", "file_write"] : [])];
}

/** `server-tool`, at a permission `server/tool`. Where a name can be split in several ways, each is possible. */
function mcpTool(native: string): ToolCall | undefined {
  const names = possibleMcpNames(native, native.includes("/") ? "/" : "-");
  const [first, ...more] = names;
  if (first === undefined) return undefined;
  return more.length === 0 ? mcpCall(native, first) : toolCall(native, undefined, names.map(mcpToolName));
}

function patchPart(native: string, patch: string): ToolPart {
  const { tool, ...read } = patchCall(native, patch, patch, "", patchForm);
  return { tool: native === "apply_patch" ? tool : { ...tool, also: [...(tool.also ?? []), "apply_patch"] }, ...read };
}
