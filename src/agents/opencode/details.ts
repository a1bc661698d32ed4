/** The remaining details of the plugin's payload, under Claude's names where Claude has one. */

import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { lookUp, tableOf } from "../../lookup.ts";

type Tell = (input: JsonObject, payload: JsonObject) => JsonObject;

const begins: Tell = (input, { hook }) => ({
  source: hook === "session.created" ? "startup" : "resume",
  agent_type: fields(input["info"])["agent"],
});

const TELLERS = tableOf<Tell>({
  "session-created": begins,
  "subagent-created": begins,
  "session-error": ({ error }) => ({ error: fields(fields(error)["data"])["message"] ?? fields(error)["name"] }),
  "permission-asked": ({ permission, patterns }) => ({
    notification_type: "permission_prompt",
    message: `OpenCode asks for permission: ${[permission, ...(Array.isArray(patterns) ? patterns : [])].join(" ")}`,
  }),
  "session-end": (_input, { hook }) => ({ reason: hook === "session.deleted" ? "deleted" : "exit" }),
});

export function detailsOf(payload: JsonObject, nativeEvent: string): JsonObject {
  const input = fields(payload["input"]);
  const tell = lookUp(TELLERS, nativeEvent);
  return { parent_session_id: payload["parentID"], tool_use_id: input["callID"], ...tell?.(input, payload) };
}

/** The texts the user typed, without those that OpenCode or a plugin added. */
export function promptOf(payload: JsonObject): string | undefined {
  const texts = partsOf(payload).filter((part) => isTyped(part) && part["type"] === "text");
  return texts.length === 0 ? undefined : texts.map((part) => stringOr(part["text"], "")).join("\n");
}

/** Whether the user wrote nothing of the message. */
export function isWritten(payload: JsonObject): boolean {
  const parts = partsOf(payload);
  return parts.length > 0 && !parts.some(isTyped);
}

function isTyped(part: JsonObject): boolean {
  return part["synthetic"] !== true;
}

function partsOf(payload: JsonObject): readonly JsonObject[] {
  const parts = fields(payload["output"])["parts"];
  return Array.isArray(parts) ? parts.filter((part: Json) => isObject(part)) : [];
}

function fields(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
