/** The tool call in a payload of Copilot CLI: its own names or Claude's, MCP tools by a joined name, patches as plain text. */

import { isObject, type Json } from "../../canonical/json.ts";
import { patchCall } from "../../canonical/patch.ts";
import { rulesFor, toClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { ToolPart } from "../claude-shape/read-payload.ts";
import { namedTool } from "../named-tool.ts";
import { NAMES_BEHIND, tools } from "./tools.ts";
import { lookUp } from "../../lookup.ts";

export function readTool(name: string, input: Json): ToolPart {
  const native = ownName(name, input);
  if (native === "apply_patch" && typeof input === "string") return patchPart(name, input);
  const known = namedTool(native, tools, input, alsoCalled(name, native, input));
  const tool = (known.neutral === undefined ? mcpTool(name) : undefined) ?? { ...known, native: name };
  return { tool, toolInput: toClaudeFields(input, fieldsOf(tool, input)) };
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

/** One folder to search in has a counterpart; several have none. */
function fieldsOf(tool: ToolCall, input: Json) {
  const rules = rulesFor(tool, tools.fields);
  return isObject(input) && Array.isArray(input["paths"]) ? rules.filter(({ native }) => native !== "paths") : rules;
}

/** `server-tool`, at a permission `server/tool`. Where a name can be split in several ways, each is possible. */
function mcpTool(native: string): ToolCall | undefined {
  const names = possibleMcpNames(native, native.includes("/") ? "/" : "-");
  const [first, ...more] = names;
  if (first === undefined) return undefined;
  return more.length === 0 ? mcpCall(native, first) : toolCall(native, undefined, names.map(mcpToolName));
}

function patchPart(native: string, patch: string): ToolPart {
  const { tool, toolInput } = patchCall(native, patch, patch, "");
  return { tool: native === "apply_patch" ? tool : { ...tool, also: [...(tool.also ?? []), "apply_patch"] }, toolInput };
}
