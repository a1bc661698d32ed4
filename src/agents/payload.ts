/** What the agents' `payload.ts` share: a tool read by their tables, and how a handler in their own format ended. */

import { lookUp } from "../lookup.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Outcome } from "../model/outcome.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../model/tool-fields.ts";
import { type NeutralTool, type ToolCall, toolCall } from "../model/tool.ts";
import type { NativeReading, ToolFacts } from "./agent.ts";

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

export function answered(outcome: Outcome): NativeReading {
  return { kind: "answer", outcome };
}

export function exitedWith(code: number): NativeReading {
  return { kind: "failure", cause: `it exited with code ${code}` };
}

/** What an exit code that means nothing leaves for the user. */
export function shown(stderr: string): Outcome {
  return stderr === "" ? {} : { systemMessage: stderr };
}

/** Text on stdout that the agent does not read. */
export function ignoredText(outcome: Outcome = {}): NativeReading {
  return { kind: "answer", outcome, losses: [{ code: "text-ignored" }] };
}

export function denied(reason: string | undefined): Outcome {
  return { decision: "deny", reason: reason || undefined };
}
