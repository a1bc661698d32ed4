/** The `symposium` format: one tagged JSON object in, one out, the same on every agent. */

import { type EventName, isEventName, meaningOf } from "./event.ts";
import type { HookInput } from "./input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, sameJson } from "./json.ts";
import type { Loss } from "./loss.ts";
import type { Decision, Outcome } from "./outcome.ts";
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

export type SymposiumReading =
  | { readonly kind: "answer"; readonly outcome: Outcome; readonly losses: readonly Loss[] }
  | { readonly kind: "garbage"; readonly message: string };

/**
 * Reads what a handler of this format wrote. An untagged object with the same fields is accepted, because a missing wrapper must not
 * lose a denial; anything else that does not answer this event is garbage.
 */
export function readSymposiumOutput(stdout: string, event: EventName): SymposiumReading {
  const text = stdout.trim();
  if (text === "") return { kind: "answer", outcome: {}, losses: [] };
  const value = parseJson(text);
  if (!isObject(value)) return garbage("its output is not a JSON object");
  const tagged = value[event];
  if (isObject(tagged)) return readFields(tagged);
  const other = Object.keys(value).find(isEventName);
  if (other !== undefined) return garbage(`it answered ${other} to ${event}`);
  if (Object.keys(value).length === 0 || FIELDS.some((field) => hasWord(value, field))) return readFields(value);
  return garbage("its output has none of the fields of an answer");
}

const FIELDS = [
  "decision",
  "reason",
  "additionalContext",
  "updatedInput",
  "continue",
  "stopReason",
  "systemMessage",
  "suppressOutput",
] as const;

const DECISIONS = tableOf<Decision>({ allow: "allow", approve: "allow", ask: "ask", deny: "deny", block: "deny" });

export function decisionFrom(value: Json | undefined): Decision | undefined {
  return typeof value === "string" ? lookUp(DECISIONS, value) : undefined;
}

function readFields(fields: JsonObject): SymposiumReading {
  const losses: Loss[] = [];
  const stringField = (name: string) => {
    const value = lookUp(fields, name);
    if (typeof value === "string" || value === undefined || value === null) return value || undefined;
    losses.push({ code: "field-ignored", field: name });
    return undefined;
  };
  const given = fields["decision"] ?? undefined;
  const decision = decisionFrom(given);
  if (given !== undefined && decision === undefined) return garbage("its decision is none of allow, ask and deny");
  const context = stringField("additionalContext");
  // The Rust SDK's deny("…") puts the reason into additionalContext; text used as the reason is not added as context too.
  const refusal = decision === "deny" || decision === "ask";
  const reason = stringField("reason") ?? (refusal ? context : undefined);
  const updatedInput = fields["updatedInput"] ?? undefined;
  const stopReason = stringField("stopReason");
  const systemMessage = stringField("systemMessage");
  const usedAsReason = refusal && reason === context;
  return {
    kind: "answer",
    losses,
    outcome: {
      ...(decision === undefined ? {} : { decision }),
      ...(reason === undefined ? {} : { reason }),
      ...(context === undefined || usedAsReason ? {} : { context }),
      ...(updatedInput === undefined ? {} : { updatedInput }),
      ...(fields["continue"] === false ? { stop: stopReason === undefined ? {} : { reason: stopReason } } : {}),
      ...(systemMessage === undefined ? {} : { systemMessage }),
      ...(fields["suppressOutput"] === true ? { suppressOutput: true } : {}),
    },
  };
}

function garbage(message: string): SymposiumReading {
  return { kind: "garbage", message };
}

function withoutKeys(fields: JsonObject, taken: JsonObject): JsonObject {
  const kept: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(fields)) if (!hasWord(taken, key)) put(kept, key, value);
  return kept;
}
