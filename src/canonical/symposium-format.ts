/** The `symposium` format: one tagged JSON object in, one out, the same on every agent. */

import { type AnswerKeys, type AnswerReading, fieldsOf, outcomeOf, UNCLEAR } from "./answer-fields.ts";
import { type EventName, meaningOf } from "./event.ts";
import type { HookInput } from "./input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, sameJson } from "./json.ts";
import type { Outcome } from "./outcome.ts";
import { hasWord, lookUp, put, tableOf } from "../lookup.ts";

/** What a handler of this format reads on stdin. */
export function symposiumInput(input: HookInput & { readonly event: EventName }): JsonObject {
  const { event, tool } = input;
  const { field } = meaningOf(event);
  const nativeInput = sameJson(input.nativeToolInput, input.toolInput) ? undefined : input.nativeToolInput;
  const body: JsonObject = {
    ...(tool === undefined ? {} : { tool_name: tool.name, tool_input: input.toolInput ?? {} }),
    ...(field === "tool_response" ? { tool_response: input.toolResponse ?? {} } : {}),
    ...(field === "prompt" ? { prompt: input.prompt ?? "" } : {}),
    session_id: input.sessionId,
    cwd: input.cwd,
    agent: input.agent,
    native: compact({ event: input.nativeEvent, tool_name: tool?.native, tool_input: nativeInput }),
  };
  return { [event]: { ...body, ...withoutKeys(input.details, body) } };
}

export const SYMPOSIUM_KEYS: AnswerKeys = tableOf({
  decision: "decision",
  reason: "reason",
  additionalContext: "context",
  updatedInput: "updatedInput",
  continue: "continue",
  stopReason: "stopReason",
  systemMessage: "systemMessage",
  suppressOutput: "suppressOutput",
});

/** What a handler of this format wrote. An untagged object with the same fields is accepted, because a missing wrapper must not lose a denial. */
export function readSymposiumOutput(stdout: string, event: EventName): AnswerReading {
  const text = stdout.trim();
  const value = text === "" ? {} : parseJson(text);
  if (!isObject(value)) return UNCLEAR;
  const tagged = Object.keys(value).length === 1 ? lookUp(value, event) : undefined;
  const fields = fieldsOf(isObject(tagged) ? tagged : value, SYMPOSIUM_KEYS);
  return fields === undefined ? UNCLEAR : { kind: "answer", outcome: withReason(outcomeOf(fields)) };
}

/** The Rust SDK's `deny("…")` puts the reason into `additionalContext`; text used as the reason is not context as well. */
export function withReason({ context, ...outcome }: Outcome): Outcome {
  if (context === undefined) return outcome;
  const isRefusal = outcome.decision === "deny" || outcome.decision === "ask";
  const { reason = isRefusal ? context : undefined } = outcome;
  return { ...outcome, ...(reason === undefined ? {} : { reason }), ...(isRefusal && reason === context ? {} : { context }) };
}

function withoutKeys(fields: JsonObject, taken: JsonObject): JsonObject {
  const kept: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(fields)) if (!hasWord(taken, key)) put(kept, key, value);
  return kept;
}
