/**
 * Copilot CLI sends camelCase keys, Claude's keys through Claude's files, and both at some events. All become Claude's
 * here, by the rule that Copilot's own Claude form follows.
 */

import { isObject, type Json, type JsonObject, parseJson } from "../../canonical/json.ts";
import { hasWord, lookUp, put, tableOf } from "../../lookup.ts";

const RENAMED = tableOf({
  hookName: "hook_event_name",
  toolArgs: "tool_input",
  toolResult: "tool_response",
  tool_result: "tool_response",
  response: "last_assistant_message",
});

export function withClaudeKeys(payload: JsonObject): JsonObject {
  const renamed: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(payload)) put(renamed, claudeKey(key), value);
  if ("toolArgs" in payload) renamed["tool_input"] = argumentsOf(payload["toolArgs"]);
  return renamed;
}

/** The key that holds the tool's input in this payload. */
export function inputKeyOf(payload: JsonObject): string {
  return ["toolArgs", "toolInput"].find((key) => hasWord(payload, key)) ?? "tool_input";
}

/** Some versions send the arguments as JSON text. The arguments of a patch are text that is not JSON. */
export function argumentsOf(value: Json | undefined): Json | undefined {
  const parsed = typeof value === "string" ? parseJson(value) : undefined;
  return isObject(parsed) ? parsed : value;
}

function claudeKey(key: string): string {
  return lookUp(RENAMED, key) ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
