/** Reads a tool by its agent's tables, and converts its input to Claude's fields and back. */

import { isObject, type Json } from "../canonical/json.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../canonical/tool-fields.ts";
import { intoFirstEntry, withFirstEntry } from "../canonical/tool-lists.ts";
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

export function claudeInput(tool: ToolCall, native: Json, { fields, lists }: ToolFacts): Json {
  const list = listOf(tool, lists);
  return toClaudeFields(list === undefined ? native : withFirstEntry(native, list), rulesFor(tool, fields));
}

/** The complete native input after a change to some of Claude's fields; `undefined` where the shapes do not fit. */
export function changedInput(tool: ToolCall | undefined, native: Json, changes: Json, { fields, lists }: ToolFacts): Json | undefined {
  const rules = rulesFor(tool, fields);
  const list = listOf(tool, lists);
  if (list === undefined) return fromClaudeFields(native, changes, rules);
  const changed = fromClaudeFields(withFirstEntry(native, list), changes, rules);
  return changed === undefined ? undefined : intoFirstEntry(native, changed, list);
}

function listOf(tool: ToolCall | undefined, lists: ToolFacts["lists"]): string | undefined {
  return tool?.neutral === undefined || lists === undefined ? undefined : lookUp(lists, tool.native);
}

/** A tool that can do anything to a file names its action in `command`. Without one it may change the file. */
function editorTool(input: Json): NeutralTool {
  const act = isObject(input) ? input["command"] : undefined;
  if (act === "view" || act === "read") return "file_read";
  return act === "create" || act === "write" ? "file_write" : "file_edit";
}
