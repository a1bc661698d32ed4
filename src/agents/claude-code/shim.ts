/** What Claude Code would have sent, for hooks that were written for it. */

import { isAbsolute } from "node:path";

import { shortHash } from "../../host/bytes.ts";
import { lookUp, put, type Table, tableOf } from "../../lookup.ts";
import { type EventName, meaningOf } from "../../model/event.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, isText, type Json, type JsonObject, stringOr } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import type { ToolCall } from "../../model/tool.ts";
import { usualNativeEvent } from "../facts.ts";
import { MATCHED_FIELDS } from "../shim-payload.ts";
import { FILE_TOOLS, type Folders, NO_TRANSCRIPT, type Shim, type ShimPlace, wholePath } from "../shim.ts";
import { ruleHolds } from "./if-rule.ts";
import { hookTime } from "./payload.ts";

/** A key of the payload: its value, or `undefined` where the caller did not say it. */
type Said = (input: HookInput) => Json | undefined;

interface Key {
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

const isWord = (value: Json | undefined): value is string => typeof value === "string" && value !== "";
const isPath = (value: Json | undefined): value is string => typeof value === "string" && isAbsolute(value);
const isNumber = (value: Json | undefined): value is number => typeof value === "number";
const isFlag = (value: Json | undefined): value is boolean => typeof value === "boolean";
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const KEYS = tableOf<Key>({
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
  error: { said: ({ details: { error } }) => stringOr(isObject(error) ? error["message"] : error, undefined), otherwise: "" },
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

const SENT: Table<readonly string[]> = tableOf<readonly string[]>({
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

function pathIn(details: JsonObject, name: string): string | undefined {
  const value = lookUp(details, name);
  return isPath(value) ? value : undefined;
}

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

/** It has Claude Code's keys and no others: a script may take another for a sign of another agent, and some callers send the user's address. */
function claudePayload(input: HookInput & { readonly event: EventName }, nativeEvent: string, where?: ShimPlace): JsonObject {
  const { tool, toolResponse, details, event } = input;
  const cwd = input.cwd !== null && isAbsolute(input.cwd) ? input.cwd : (where?.project ?? "/");
  const payload: Record<string, Json> = {
    session_id: input.sessionId || "unknown",
    transcript_path: pathIn(details, "transcript_path") ?? NO_TRANSCRIPT,
    cwd,
    hook_event_name: nativeEvent,
  };
  for (const name of lookUp(SENT, event) ?? []) {
    const value = valueOf(name, input);
    if (value !== undefined) put(payload, name, value);
  }
  if (tool === undefined || !meaningOf(event).hasTool) return payload;
  const toolInput = claudeToolInput(input, { cwd, home: where?.home });
  payload["tool_name"] = tool.name;
  payload["tool_input"] = toolInput;
  if (tool.mcp !== undefined) payload["mcp_server"] = { name: tool.mcp.server };
  if (event === "PostToolUse") payload["tool_response"] = claudeToolResponse(tool, toolInput, toolResponse?.() ?? {});
  return payload;
}

/** The keys that Claude Code sends at this event and this caller does not know. What is sent instead says nothing. */
function unknownKeys(input: HookInput & { readonly event: EventName }): readonly string[] {
  const unknown = (lookUp(SENT, input.event) ?? []).filter(
    (name) => isAlwaysSent(name, input) && lookUp(KEYS, name)?.said(input) === undefined,
  );
  if (pathIn(input.details, "transcript_path") === undefined) unknown.unshift("transcript_path");
  if (input.sessionId === null) unknown.unshift("session_id");
  return unknown;
}

const SOMETIMES = ["model", "title"];

function isAlwaysSent(name: string, { event }: HookInput): boolean {
  const isOfSubagent = name === "agent_id" || name === "agent_type";
  return !SOMETIMES.includes(name) && (!isOfSubagent || event === "SubagentStart" || event === "SubagentStop");
}

function valueOf(name: string, input: HookInput): Json | undefined {
  const key = lookUp(KEYS, name);
  const said = key?.said(input);
  if (said !== undefined) return said;
  // The same before and after a tool, so that a script can tell which result belongs to which call.
  if (name === "tool_use_id") return `toolu_${shortHash(JSON.stringify([input.sessionId, input.tool?.name, input.toolInput]))}`;
  if (name !== "agent_id" && name !== "agent_type") return key?.otherwise;
  if (!isAlwaysSent(name, input)) return undefined;
  // A subagent may have a session of its own, and then that tells it from others.
  return name === "agent_id" ? input.sessionId || "unknown" : "";
}

export const shim: Shim = {
  hookTime,
  payload: (input, where) => {
    const { event } = input;
    const nativeEvent = event === null ? undefined : usualNativeEvent(hookTime, event);
    if (event === null || nativeEvent === undefined) return undefined;
    return { nativeEvent, payload: claudePayload({ ...input, event }, nativeEvent, where) };
  },
  unknownFields: (input) => (input.event === null ? [] : unknownKeys({ ...input, event: input.event })),
  matched: MATCHED_FIELDS,
  holds: (condition, seen, where) => ruleHolds(condition, seen, where, seen.cwd ?? where.project),
  meant: claudeMeaning,
  // `CLAUDECODE` is left out: it says who calls, and Claude Code does not.
  environment: (seen, { project, pluginRoot, envFile }) => ({
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: seen.sessionId ?? "",
    ...(pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
    ...(seen.event === "SessionStart" ? { CLAUDE_ENV_FILE: envFile ?? "/dev/null" } : {}),
  }),
};

/** What Claude Code does with an answer beyond its words (measured, `real-agents/MEASURED.md`). */
function claudeMeaning(outcome: Outcome, { event }: HookInput): Outcome {
  if (event === "PostToolUseFailure" && outcome.decision === "deny") return asContext(outcome);
  const { denial } = meaningOf(event) ?? {};
  const { context, ...others } = outcome;
  // Context at the end of a turn keeps the agent going.
  if (denial === "stop" && context !== undefined && outcome.decision === undefined) return { ...others, decision: "deny", reason: context };
  return denial === "permission" ? withPermittedInput(outcome) : outcome;
}

/** After a failure nothing can be blocked; the model gets the reason. */
function asContext(outcome: Outcome): Outcome {
  const { decision: _decision, reason, context, ...others } = outcome;
  const text = [reason, context].filter((part) => part !== undefined && part !== "").join("\n\n");
  return { ...others, context: text === "" ? undefined : text };
}

function withPermittedInput({ native, ...others }: Outcome): Outcome {
  const nested = native?.["hookSpecificOutput"];
  const decision = isObject(nested) ? nested["decision"] : undefined;
  const input = isObject(decision) ? decision["updatedInput"] : undefined;
  if (!isObject(nested) || !isObject(decision) || !isObject(input)) return { ...others, native };
  const { updatedInput: _, ...rest } = decision;
  const left: JsonObject = { ...native, hookSpecificOutput: { ...nested, decision: rest } };
  return { ...others, native: left, nativeInput: input };
}

/** An object, whatever the caller gives. Claude Code resolves the path of a file, and says whether an edit replaces every place. */
function claudeToolInput({ tool, toolInput = {} }: HookInput, folders: Folders): JsonObject {
  if (!isObject(toolInput)) return { input: toolInput };
  if (!FILE_TOOLS.includes(tool?.neutral)) return toolInput;
  const { file_path, files, command: _action, ...rest } = toolInput;
  const isWholeEdit = tool?.neutral === "file_edit" && typeof rest["old_string"] === "string" && typeof rest["new_string"] === "string";
  const given: Record<string, Json | undefined> = {};
  if (typeof file_path === "string") put(given, "file_path", wholePath(file_path, folders));
  for (const [key, value] of Object.entries(rest)) put(given, key, value);
  if (isWholeEdit && rest["replace_all"] === undefined) put(given, "replace_all", false);
  if (Array.isArray(files))
    put(
      given,
      "files",
      (files as readonly Json[]).map((file) => (typeof file === "string" ? wholePath(file, folders) : file)),
    );
  return given;
}

/** In the shape of Claude's own tool. What the caller does not report has an empty value. */
function claudeToolResponse(tool: ToolCall, input: Json, response: JsonObject): Json {
  const fields = isObject(input) ? input : {};
  const { content, text } = response;
  if (tool.mcp !== undefined) return Array.isArray(content) ? (content as Json) : typeof text === "string" ? [{ type: "text", text }] : [];
  switch (tool.neutral) {
    case "shell":
      return {
        stdout: textOf(response),
        stderr: stringOr(response["stderr"], ""),
        interrupted: response["interrupted"] === true,
        isImage: false,
        noOutputExpected: false,
      };
    case "file_read":
      return { type: "text", file: readFile(fields, textOf(response)) };
    case "file_write":
      return {
        type: "create",
        filePath: pathOf(fields),
        content: stringOr(fields["content"], ""),
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      };
    case "file_edit":
      return {
        filePath: pathOf(fields),
        oldString: stringOr(fields["old_string"], ""),
        newString: stringOr(fields["new_string"], ""),
        originalFile: null,
        structuredPatch: [],
        userModified: false,
        replaceAll: fields["replace_all"] === true,
      };
    case "search": {
      const content = textOf(response);
      return { mode: "content", numFiles: 0, filenames: [], content, numLines: linesOf(content).length };
    }
    case "find": {
      const filenames = linesOf(textOf(response)).filter(isAbsolute);
      return { filenames, durationMs: 0, numFiles: filenames.length, truncated: false };
    }
    case "web_search":
      return { query: stringOr(fields["query"], ""), results: [textOf(response)], durationSeconds: 0 };
    case "web_fetch":
      return { url: stringOr(fields["url"], ""), result: textOf(response) };
    case "agent":
      return {
        status: "completed",
        prompt: stringOr(fields["prompt"], ""),
        agentType: stringOr(fields["subagent_type"], ""),
        content: [{ type: "text", text: textOf(response) }],
      };
    default:
      return response;
  }
}

function textOf({ stdout, text }: JsonObject): string {
  return stringOr(stdout, stringOr(text, ""));
}

function pathOf(fields: JsonObject): string {
  return stringOr(fields["file_path"], "");
}

function readFile(fields: JsonObject, content: string): JsonObject {
  const numLines = content.split("\n").length;
  const startLine = typeof fields["offset"] === "number" ? fields["offset"] : 1;
  return { filePath: pathOf(fields), content, numLines, startLine, totalLines: startLine - 1 + numLines };
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
