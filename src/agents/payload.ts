/** What the agents' `payload.ts` share: a tool read by their tables, and how a handler in their own format ended. */

import { hasWord, lookUp, type Table } from "../lookup.ts";
import { isObject, type Json, stringOr } from "../model/json.ts";
import type { Outcome } from "../model/outcome.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../model/tool-fields.ts";
import { mcpToolName, type NeutralTool, possibleMcpNames, type ToolCall, toolCall } from "../model/tool.ts";
import type { EventFacts, HookTime, NativeReading, ToolFacts } from "./agent.ts";
import { can } from "./facts.ts";

/** What most agents do with an answer. The others, and those that do more, say so. */
export const USUAL_ANSWER = {
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
} as const satisfies Partial<HookTime>;

/** Certainly by the shape of its payload, else possibly by a variable. */
export function recognised(isSure: boolean, mark: string | undefined): ReturnType<HookTime["recognise"]> {
  if (isSure) return "shape";
  return mark === undefined ? "no" : "mark";
}

export function isEventOf(events: Table<EventFacts>, name: Json | undefined): name is string {
  return typeof name === "string" && hasWord(events, name);
}

export function readFrame(
  agent: string,
  events: Table<EventFacts>,
  nativeEvent: string,
  sessionId: Json | undefined,
  cwd: Json | undefined,
) {
  const { event = null, can: abilities = can() } = lookUp(events, nativeEvent) ?? {};
  return { agent, event, nativeEvent, sessionId: stringOr(sessionId, null), cwd: stringOr(cwd, null), can: abilities };
}

/** Every way to split the name of an MCP tool in which nothing else separates server and tool. */
export function splitMcpTool(native: string, before: string, between: string): ToolCall | undefined {
  const names = native.startsWith(before) ? possibleMcpNames(native.slice(before.length), between) : [];
  return names.length === 0 ? undefined : toolCall(native, undefined, names.map(mcpToolName));
}

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

/** The outcome of an exit code without a meaning: the user sees stderr. */
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
