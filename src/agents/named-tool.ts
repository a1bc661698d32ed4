/** Reads a tool by its agent's tables, and converts its input to Claude's fields and back. */

import { isObject, type Json } from "../canonical/json.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../canonical/tool-fields.ts";
import { type NeutralTool, type ToolCall, toolCall } from "../canonical/tool.ts";
import { lookUp } from "../lookup.ts";
import type { ToolFacts } from "./agent.ts";

/** A call of `native` as the tables describe it. A tool beside the usual one is marked (RT-40). */
export function namedTool(native: string, { names, beside }: ToolFacts, input: Json, also?: readonly string[]): ToolCall {
  const neutral = lookUp(names, native);
  const other = neutral === undefined && beside !== undefined ? lookUp(beside, native) : undefined;
  if (other === undefined) return toolCall(native, neutral, also);
  return { ...toolCall(native, other === "editor" ? editorTool(input) : other, also), beside: true };
}

export function claudeInput(tool: ToolCall, native: Json, { fields }: ToolFacts): Json {
  return toClaudeFields(native, rulesFor(tool, fields));
}

/** The complete native input after a change to some of Claude's fields; `undefined` where it cannot be expressed. */
export function changedInput(tool: ToolCall | undefined, native: Json, changes: Json, { fields }: ToolFacts): Json | undefined {
  return fromClaudeFields(native, changes, rulesFor(tool, fields));
}

/** A tool that can do anything to a file names its action in `command`. Without one it may change the file. */
function editorTool(input: Json): NeutralTool {
  const act = isObject(input) ? input["command"] : undefined;
  if (act === "view" || act === "read") return "file_read";
  return act === "create" || act === "write" ? "file_write" : "file_edit";
}
