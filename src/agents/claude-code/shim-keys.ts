/** What Claude Code sends at each of its events, and where the details of another agent's event have it. */

import { isAbsolute } from "node:path";

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { lookUp, type Table, tableOf } from "../../lookup.ts";
import { NO_TRANSCRIPT } from "../no-transcript.ts";

/** A key of the payload: its value, or `undefined` where the caller did not say it. */
type Said = (input: HookInput) => Json | undefined;

export interface Key {
  readonly said: Said;
  /** Sent where the caller did not say it. Absent: the key is left out. */
  readonly otherwise?: Json;
}

const MODES = tableOf({
  default: "default",
  plan: "plan",
  acceptEdits: "acceptEdits",
  bypassPermissions: "bypassPermissions",
  dontAsk: "dontAsk",
  auto: "auto",
  yolo: "bypassPermissions",
  "auto-edit": "acceptEdits",
});
const SOURCES = tableOf({ startup: "startup", resume: "resume", clear: "clear", compact: "compact", new: "startup" });
const REASONS = tableOf({
  clear: "clear",
  resume: "resume",
  logout: "logout",
  prompt_input_exit: "prompt_input_exit",
  bypass_permissions_disabled: "bypass_permissions_disabled",
  other: "other",
  exit: "prompt_input_exit",
  user_exit: "prompt_input_exit",
});
const TRIGGERS = tableOf({ manual: "manual", auto: "auto" });

export const KEYS = tableOf<Key>({
  prompt_id: { said: detail(isWord, "prompt_id", "turn_id") },
  permission_mode: { said: oneOf("permission_mode", MODES), otherwise: "default" },
  agent_id: { said: detail(isWord, "agent_id") },
  agent_type: { said: detail(isText, "agent_type") },
  source: { said: oneOf("source", SOURCES), otherwise: "startup" },
  model: { said: detail(isWord, "model") },
  reason: { said: oneOf("reason", REASONS), otherwise: "other" },
  prompt: { said: ({ prompt }) => prompt, otherwise: "" },
  tool_use_id: { said: detail(isWord, "tool_use_id", "tool_call_id") },
  duration_ms: { said: detail(isNumber, "duration_ms", "duration") },
  error: { said: errorText, otherwise: "" },
  is_interrupt: { said: detail(isFlag, "is_interrupt"), otherwise: false },
  permission_suggestions: { said: detail(isList, "permission_suggestions"), otherwise: [] },
  stop_hook_active: { said: detail(isFlag, "stop_hook_active"), otherwise: false },
  last_assistant_message: { said: detail(isText, "last_assistant_message", "prompt_response", "summary"), otherwise: "" },
  agent_transcript_path: { said: detail(isPath, "agent_transcript_path"), otherwise: NO_TRANSCRIPT },
  background_tasks: { said: () => [] },
  session_crons: { said: () => [] },
  trigger: { said: oneOf("trigger", TRIGGERS), otherwise: "auto" },
  custom_instructions: { said: detail(isText, "custom_instructions"), otherwise: null },
  message: { said: detail(isText, "message"), otherwise: "" },
  title: { said: detail(isText, "title") },
  notification_type: { said: detail(isText, "notification_type"), otherwise: "" },
});

const OF_TOOL = ["prompt_id", "permission_mode", "agent_id", "agent_type"];
const OF_STOP = ["prompt_id", "permission_mode", "stop_hook_active", "last_assistant_message", "background_tasks", "session_crons"];

/** What Claude Code sends at an event besides the session, its transcript, the folder and the event's name. */
export const SENT: Table<readonly string[]> = tableOf<readonly string[]>({
  SessionStart: ["source", "model"],
  SessionEnd: ["prompt_id", "reason"],
  UserPromptSubmit: ["prompt_id", "permission_mode", "prompt"],
  PreToolUse: [...OF_TOOL, "tool_use_id"],
  PostToolUse: [...OF_TOOL, "tool_use_id", "duration_ms"],
  PostToolUseFailure: [...OF_TOOL, "tool_use_id", "error", "is_interrupt", "duration_ms"],
  PermissionRequest: [...OF_TOOL, "permission_suggestions"],
  Stop: OF_STOP,
  SubagentStart: ["prompt_id", "agent_id", "agent_type"],
  SubagentStop: [...OF_STOP, "agent_id", "agent_type", "agent_transcript_path"],
  PreCompact: ["prompt_id", "trigger", "custom_instructions"],
  Notification: ["prompt_id", "message", "title", "notification_type"],
  ErrorOccurred: ["prompt_id", "error"],
});

export function pathIn(details: JsonObject, name: string): string | undefined {
  const value = lookUp(details, name);
  return isPath(value) ? value : undefined;
}

/** The first of these details that has the right type. */
function detail<T extends Json>(isRight: (value: Json | undefined) => value is T, ...names: readonly string[]): Said {
  return ({ details }) => {
    for (const name of names) {
      const value = lookUp(details, name);
      if (isRight(value)) return value;
    }
    return undefined;
  };
}

function oneOf(name: string, words: Table<string>): Said {
  return ({ details }) => {
    const value = lookUp(details, name);
    return typeof value === "string" ? lookUp(words, value) : undefined;
  };
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function isWord(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

function isPath(value: Json | undefined): value is string {
  return typeof value === "string" && isAbsolute(value);
}

function isNumber(value: Json | undefined): value is number {
  return typeof value === "number";
}

function isFlag(value: Json | undefined): value is boolean {
  return typeof value === "boolean";
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function errorText({ details }: HookInput): string | undefined {
  const { error } = details;
  const message = isObject(error) ? error["message"] : error;
  return stringOr(message, undefined);
}
