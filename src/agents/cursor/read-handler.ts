/** A handler written for Cursor: flat fields by event, and exit code 2 denies. Like Cursor, this also reads Claude's nested answer. */

import { meaningOf } from "../../canonical/event.ts";
import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import { decisionFrom } from "../../canonical/answer-fields.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { readClaudeFields } from "../claude-shape/read-handler.ts";
import { answered, denied, exitedWith, shown } from "../native-reading.ts";
import { jsonObjectsIn } from "../../canonical/json-objects.ts";
import { lookUp, tableOf } from "../../lookup.ts";

export function readHandler({ code, stdout, stderr }: HandlerExit, input: HookInput): NativeReading {
  const text = stdout.trim();
  // A stop is not refused by an exit code.
  if (code === 2) return answered(meaningOf(input.event)?.denial === "stop" ? shown(stderr.trim()) : denied(text || stderr.trim()));
  if (code !== 0) return exitedWith(code);
  if (text === "") return answered({});
  const value = documentIn(text);
  if (value === undefined || !Object.entries(value).every(isReadable)) return unreadable(input);
  return answered("hookSpecificOutput" in value ? readClaudeFields(value) : readFields(value, input));
}

/** Words before the answer do no harm. */
function documentIn(output: string): JsonObject | undefined {
  const whole = parseJson(output);
  if (isObject(whole)) return whole;
  return whole === undefined && output.endsWith("}") ? jsonObjectsIn(output).at(-1) : undefined;
}

const TYPES = tableOf<(value: Json) => boolean>({
  permission: (value) => ["allow", "deny", "ask"].includes(value as string),
  ...Object.fromEntries(
    ["user_message", "agent_message", "additional_context", "followup_message"].map((name) => [name, (value) => typeof value === "string"]),
  ),
  updated_input: isObject,
  continue: (value) => typeof value === "boolean",
});

function isReadable([name, value]: readonly [string, Json | undefined]): boolean {
  return value === undefined || lookUp(TYPES, name)?.(value) !== false;
}

/** Where Cursor asks for permission, an answer that it cannot read denies. */
function unreadable({ event, can }: HookInput): NativeReading {
  const denial = meaningOf(event)?.denial;
  if (can.block && denial !== "prompt" && denial !== "stop") return answered(denied("Cursor blocks an answer that it cannot read."));
  return { kind: "failure", cause: "its output is not a JSON object that Cursor reads" };
}

const NAMED = ["permission", "user_message", "agent_message", "updated_input", "additional_context", "continue", "followup_message"];
/** Of them, those that mean something at an event that only Cursor has; it gets the others as they are. */
const NAMED_AT_OWN = ["permission", "agent_message", "updated_input", "additional_context"];

function readFields(fields: JsonObject, { event }: HookInput): Outcome {
  const message = text(fields["agent_message"]) ?? text(fields["user_message"]);
  const isOwn = event === null;
  const followUp = isOwn ? undefined : followUpIn(fields);
  const isRefused = (event === "UserPromptSubmit" && fields["continue"] === false) || followUp !== undefined;
  const decision = isRefused ? "deny" : decisionFrom(fields["permission"]);
  const reason = followUp ?? message;
  const context = text(fields["additional_context"]);
  const named = isOwn ? NAMED_AT_OWN : NAMED;
  const native = Object.fromEntries(Object.entries(fields).filter(([key]) => !named.includes(key)));
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(context === undefined ? {} : { context }),
    ...(isObject(fields["updated_input"]) ? { nativeInput: fields["updated_input"] } : {}),
    ...(Object.keys(native).length === 0 ? {} : { native }),
  };
}

function followUpIn(fields: JsonObject): string | undefined {
  return text(fields["followup_message"]) ?? (fields["decision"] === "block" ? text(fields["reason"]) : undefined);
}

function text(value: Json | undefined): string | undefined {
  return stringOr(value, undefined)?.trim() || undefined;
}
