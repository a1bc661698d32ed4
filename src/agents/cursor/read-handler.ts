/** A handler written for Cursor: flat fields by event, and exit code 2 denies. Like Cursor, this also reads Claude's nested answer. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Outcome } from "../../canonical/outcome.ts";
import { decisionFrom } from "../../canonical/answer-fields.ts";
import type { HandlerExit, NativeReading } from "../agent.ts";
import { readClaudeFields } from "../claude-shape/read-handler.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";

export function readHandler({ code, stdout, stderr }: HandlerExit, input: HookInput): NativeReading {
  const text = stdout.trim();
  if (code === 2) {
    const denies = input.event === "PreToolUse" || input.event === "UserPromptSubmit";
    return answered(denies ? denied(text || stderr.trim()) : {});
  }
  if (code !== 0) return exitedWith(code);
  if (text === "") return answered({});
  const value = parseJson(text);
  if (!isObject(value)) return { kind: "failure", cause: "its output is not a JSON object" };
  return answered("hookSpecificOutput" in value ? readClaudeFields(value, true) : readFields(value, input));
}

const NAMED = ["permission", "user_message", "agent_message", "updated_input", "additional_context", "continue", "followup_message"];

function readFields(fields: JsonObject, { event }: HookInput): Outcome {
  const message = text(fields["agent_message"]) ?? text(fields["user_message"]);
  const followUp = text(fields["followup_message"]) ?? (fields["decision"] === "block" ? text(fields["reason"]) : undefined);
  const isRefused = (event === "UserPromptSubmit" && fields["continue"] === false) || followUp !== undefined;
  const decision = isRefused ? "deny" : decisionFrom(fields["permission"]);
  const reason = followUp ?? message;
  const context = text(fields["additional_context"]);
  const native = Object.fromEntries(Object.entries(fields).filter(([key]) => !NAMED.includes(key)));
  return {
    ...(decision === undefined ? {} : { decision }),
    ...(reason === undefined ? {} : { reason }),
    ...(context === undefined ? {} : { context }),
    ...(isObject(fields["updated_input"]) ? { nativeInput: fields["updated_input"] } : {}),
    ...(Object.keys(native).length === 0 ? {} : { native }),
  };
}

function text(value: Json | undefined): string | undefined {
  return stringOr(value, undefined)?.trim() || undefined;
}
