/**
 * The formats that a handler can speak: `symposium`, `interchange`, `shim:<agent>` or an agent's own; and how it reads and answers in the
 * first two.
 */

import { hasWord, lookUp, put, type Table, tableOf } from "../lookup.ts";
import { type EventName, meaningOf } from "./event.ts";
import type { HookInput } from "./input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, sameJson } from "./json.ts";
import type { Decision, Outcome } from "./outcome.ts";

const PORTABLE = ["symposium", "interchange"];

/** A handler that was written for one agent, and runs on every agent as if that one had called it (IX-12). */
const SHIM = "shim:";

export function shimOf(agent: string): string {
  return SHIM + agent;
}

/** The agent whose payload a handler of this format reads, on every agent. */
export function shimmedAgent(format: string): string | undefined {
  return format.startsWith(SHIM) ? format.slice(SHIM.length) : undefined;
}

/** Whether a handler of this format can be run for every agent (RT-9). */
export function isPortableFormat(format: string): boolean {
  return PORTABLE.includes(format) || format.startsWith(SHIM);
}

/** What a handler of the symposium format reads on stdin. */
export function symposiumInput(input: HookInput & { readonly event: EventName }): JsonObject {
  const { event, tool } = input;
  const { field } = meaningOf(event);
  const nativeInput = sameJson(input.nativeToolInput, input.toolInput) ? undefined : input.nativeToolInput;
  const body: JsonObject = {
    ...(tool === undefined ? {} : { tool_name: tool.name, tool_input: input.toolInput ?? {} }),
    ...(field === "tool_response" ? { tool_response: input.toolResponse?.() ?? {} } : {}),
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

/** The answer in the symposium format. An untagged object with the same fields is accepted, because a missing wrapper must not lose a denial. */
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
  return { ...outcome, ...(reason === undefined ? {} : { reason }), context: isRefusal && reason === context ? undefined : context };
}

function withoutKeys(fields: JsonObject, taken: JsonObject): JsonObject {
  const kept: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(fields)) if (!hasWord(taken, key)) put(kept, key, value);
  return kept;
}

/** What a handler of the interchange format reads on stdin; absent keys are omitted. `event` is the format's name. */
export function interchangeInput(input: HookInput, event: string): JsonObject {
  const { tool } = input;
  return compact({
    event,
    agent: input.agent,
    session_id: input.sessionId,
    cwd: input.cwd,
    tool: tool && compact({ name: tool.neutral ?? tool.name, native: tool.native, mcp: tool.mcp && { ...tool.mcp } }),
    input: input.toolInput,
    result: input.toolResponse?.(),
    prompt: input.prompt,
    raw: input.raw,
  });
}

export const INTERCHANGE_KEYS: AnswerKeys = tableOf({
  decision: "decision",
  reason: "reason",
  context: "context",
  updated_input: "updatedInput",
  continue: "continue",
  system_message: "systemMessage",
  suppress_output: "suppressOutput",
});

type InterchangeReading = AnswerReading | { readonly kind: "failure"; readonly message: string };

/**
 * The truth table of the interchange format. A hook that is not blocking cannot block with exit code 2, but its `decision: deny` with exit 0 does:
 * the table requires it.
 */
export function readInterchange(code: number, stdout: string, stderr: string, isBlocking: boolean): InterchangeReading {
  if (code === 2 && isBlocking) {
    const reason = stderr.trim();
    return { kind: "answer", outcome: { decision: "deny", reason: reason === "" ? undefined : reason } };
  }
  if (code !== 0) return { kind: "failure", message: `it exited with code ${code}` };
  const text = stdout.trim();
  const value = text === "" ? {} : parseJson(text);
  const fields = isObject(value) ? fieldsOf(value, INTERCHANGE_KEYS) : undefined;
  return fields === undefined ? UNCLEAR : { kind: "answer", outcome: outcomeOf(fields) };
}

/** The fields of an answer in our own formats. One that is not understood is never ignored: it makes the whole answer unclear (DG-8). */
type Field = "decision" | "reason" | "context" | "updatedInput" | "continue" | "stopReason" | "systemMessage" | "suppressOutput";

/** A format's name for a field → the field. */
export type AnswerKeys = Table<Field>;

type AnswerReading = { readonly kind: "answer"; readonly outcome: Outcome } | { readonly kind: "unclear" };

const UNCLEAR: AnswerReading = { kind: "unclear" };

const DECISIONS = tableOf<Decision>({ allow: "allow", approve: "allow", ask: "ask", deny: "deny", block: "deny" });

export function decisionFrom(value: Json | undefined): Decision | undefined {
  return typeof value === "string" ? lookUp(DECISIONS, value) : undefined;
}

const isText = (value: Json) => typeof value === "string";
const isSwitch = (value: Json) => typeof value === "boolean";

const VALID: Readonly<Record<Field, (value: Json) => boolean>> = {
  decision: (value) => decisionFrom(value) !== undefined,
  reason: isText,
  context: isText,
  updatedInput: (value) => isObject(value) || isText(value),
  continue: isSwitch,
  stopReason: isText,
  systemMessage: isText,
  suppressOutput: isSwitch,
};

/** `null` counts as a field that is not given. */
export function isValid(field: Field, value: Json | undefined): boolean {
  return value === undefined || value === null || VALID[field](value);
}

/** `undefined` where some key or value is not valid. */
export function fieldsOf(answer: JsonObject, keys: AnswerKeys): Partial<Record<Field, Json>> | undefined {
  const fields: Partial<Record<Field, Json>> = {};
  for (const [key, value] of Object.entries(answer)) {
    const field = lookUp(keys, key);
    if (field === undefined || !isValid(field, value)) return undefined;
    if (value !== undefined && value !== null) fields[field] = value;
  }
  return fields;
}

/** The fields must be valid. */
export function outcomeOf(fields: Readonly<Partial<Record<Field, Json>>>): Outcome {
  const text = (field: Field) => (fields[field] as string | undefined) || undefined;
  const decision = decisionFrom(fields.decision);
  const [reason, context, systemMessage] = [text("reason"), text("context"), text("systemMessage")];
  const stopReason = text("stopReason");
  return {
    decision,
    reason,
    context,
    updatedInput: fields.updatedInput,
    stop: fields.continue === false ? { reason: stopReason } : undefined,
    systemMessage,
    suppressOutput: fields.suppressOutput === true ? true : undefined,
  };
}
