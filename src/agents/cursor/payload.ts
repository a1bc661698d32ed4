/** Cursor at hook time. Events for one kind of tool fire besides `preToolUse`, so they have no neutral event: nothing runs twice. */

import { lookUp, tableOf } from "../../lookup.ts";
import { meaningOf } from "../../model/event.ts";
import { decisionFrom } from "../../model/handler-formats.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, isObject, type Json, type JsonObject, jsonObjectsIn, parseJson, sameJson, stringOr } from "../../model/json.ts";
import type { Answer, Outcome } from "../../model/outcome.ts";
import { textOf, toolResponse } from "../../model/tool-fields.ts";
import { mcpToolName } from "../../model/tool.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import { claudeHookTime, readClaudeFields, replyWith, toolPartOf } from "../claude-shape/payloads.ts";
import { can, documented, eventTable } from "../facts.ts";
import { answered, changedInput, denied, exitedWith, namedTool, recognised, shown, USUAL_ANSWER } from "../payload.ts";

export const HOOKS = documented("https://cursor.com/docs/hooks", "2026-11-15");

/** Its code contains the loader of hooks, what goes into each payload, and what is done with each answer. */
export const SDK = documented("https://www.npmjs.com/package/@cursor/sdk/v/1.0.32", "2026-11-15");

export const HOOKS_FILE = ".cursor/hooks.json";
export const SERVERS_FILE = ".cursor/mcp.json";

export const events = eventTable(HOOKS, {
  sessionStart: { event: "SessionStart", can: can("context"), note: "`continue: false` is not obeyed" },
  beforeSubmitPrompt: {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    source: SDK,
    note: "the page names no context here; the code takes it",
  },
  preToolUse: {
    event: "PreToolUse",
    can: can("block", "rewrite", "context"),
    source: SDK,
    note: "`ask` is accepted, but the user is not asked; a rewrite reaches only some fields of the built-in tools",
  },
  postToolUse: { event: "PostToolUse", can: can("context") },
  postToolUseFailure: { event: "PostToolUseFailure", can: can("context"), source: SDK, note: "also after a denial" },
  stop: {
    event: "Stop",
    can: can("block"),
    note: "goes on with the reason as the next message; nothing is obeyed after a turn that was aborted or failed",
  },
  subagentStart: { event: "SubagentStart", can: can("block"), source: SDK },
  subagentStop: { event: "SubagentStop", can: can("block") },
  preCompact: { event: "PreCompact", can: can() },
  sessionEnd: { event: "SessionEnd", can: can() },
  beforeShellExecution: { can: can("block", "ask"), prevents: "the command", source: SDK },
  afterShellExecution: { can: can() },
  beforeMCPExecution: { can: can("block", "ask"), prevents: "the call of an MCP tool", source: SDK },
  afterMCPExecution: { can: can() },
  beforeReadFile: { can: can("block"), prevents: "the file from being read", source: SDK },
  afterFileEdit: { can: can() },
  beforeTabFileRead: { can: can("block"), prevents: "the file from being read for a completion", source: SDK },
  afterTabFileEdit: { can: can() },
  afterAgentResponse: { can: can() },
  afterAgentThought: { can: can() },
  workspaceOpen: { can: can() },
});

export const tools: ToolFacts = {
  names: tableOf({
    Shell: "shell",
    Read: "file_read",
    Write: "file_write",
    Grep: "search",
    Glob: "find",
    Fetch: "web_fetch",
    WebFetch: "web_fetch",
    WebSearch: "web_search",
    Task: "agent",
  }),
  // The payload has only the length of what is typed into a running command.
  beside: tableOf({ WriteShellStdin: "shell", Delete: "file_edit" }),
  fields: [
    { claude: "path", native: "file_path", of: ["Grep"] },
    { claude: "command", of: ["WriteShellStdin"] },
    { claude: "old_string", of: ["Delete"] },
    { claude: "new_string", of: ["Delete"] },
  ],
  source: SDK,
};

/** The fields that Cursor rewrites in tools it runs on this machine; it drops others silently. Tools not listed here accept every field. */
const REPLACEABLE = tableOf<readonly string[]>({
  Shell: ["command", "cwd", "timeout"],
  Read: ["file_path"],
  Write: ["file_path"],
  Delete: ["file_path"],
  List: ["file_path"],
  ReadLints: ["file_path"],
  Grep: ["pattern", "file_path"],
  Fetch: ["url"],
  WriteShellStdin: [],
  ComputerUse: [],
  RecordScreen: [],
});

/** A handler written for Cursor: flat fields by event, and exit code 2 denies. Like Cursor, this also reads Claude's nested answer. */
function readHandler({ code, stdout, stderr }: HandlerExit, input: HookInput): NativeReading {
  const text = stdout.trim();
  // A stop is not refused by an exit code.
  if (code === 2) return answered(meaningOf(input.event)?.denial === "stop" ? shown(stderr.trim()) : denied(text || stderr.trim()));
  if (code !== 0) return exitedWith(code);
  if (text === "") return answered({});
  const value = documentIn(text);
  const isReadable = ([name, field]: readonly [string, Json | undefined]) => field === undefined || lookUp(TYPES, name)?.(field) !== false;
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

/** Where Cursor asks for permission, an answer that it cannot read denies. */
function unreadable({ event, can }: HookInput): NativeReading {
  const denial = meaningOf(event)?.denial;
  if (can.block && denial !== "prompt" && denial !== "stop") return answered(denied("Cursor blocks an answer that it cannot read."));
  return { kind: "failure", cause: "its output is not a JSON object that Cursor reads" };
}

const NAMED = ["permission", "user_message", "agent_message", "updated_input", "additional_context", "continue", "followup_message"];

/** The fields that mean something at an event that only Cursor has; Cursor gets the others as they are. */
const NAMED_AT_OWN = ["permission", "agent_message", "updated_input", "additional_context"];

function readFields(fields: JsonObject, { event }: HookInput): Outcome {
  const message = text(fields["agent_message"]) ?? text(fields["user_message"]);
  const isOwn = event === null;
  const refusal = fields["decision"] === "block" ? text(fields["reason"]) : undefined;
  const followUp = isOwn ? undefined : (text(fields["followup_message"]) ?? refusal);
  const isRefused = (event === "UserPromptSubmit" && fields["continue"] === false) || followUp !== undefined;
  const decision = isRefused ? "deny" : decisionFrom(fields["permission"]);
  const reason = followUp ?? message;
  const context = text(fields["additional_context"]);
  const named = isOwn ? NAMED_AT_OWN : NAMED;
  const native = Object.fromEntries(Object.entries(fields).filter(([key]) => !named.includes(key)));
  return {
    decision,
    reason,
    context,
    nativeInput: isObject(fields["updated_input"]) ? fields["updated_input"] : undefined,
    native: Object.keys(native).length === 0 ? undefined : native,
  };
}

function text(value: Json | undefined): string | undefined {
  return stringOr(value, undefined)?.trim() || undefined;
}

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "cursor",
    events,
    tools,
    toolPart: (native, input) => toolPartOf(namedTool(native, tools, input, otherNames(native)), input, tools),
    reread: (input, payload) => {
      const { tool_output: output, workspace_roots: roots } = payload;
      return {
        ...input,
        sessionId: input.sessionId ?? stringOr(payload["conversation_id"], null),
        cwd: input.cwd ?? stringOr(Array.isArray(roots) ? (roots as readonly Json[])[0] : undefined, null),
        can: isOver(payload, input) ? { ...input.can, block: false } : input.can,
        ...(output === undefined ? {} : { toolResponse: () => responseOf(output, input) }),
        details: { ...claudeDetails(payload), ...input.details },
      };
    },
  }),
  ...USUAL_ANSWER,
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "characters" },
  mcpServerFiles: ({ home }, project) => [
    { path: `${project}/${SERVERS_FILE}`, key: "mcpServers" },
    { path: `${home}/${SERVERS_FILE}`, key: "mcpServers" },
  ],
  recognise: (payload, env) => {
    const isOurs = typeof payload["cursor_version"] === "string" || ("conversation_id" in payload && "workspace_roots" in payload);
    return recognised(isOurs, env["CURSOR_VERSION"]);
  },
  // Flat fields that differ by kind of event. A field of the wrong type would block a tool.
  encode: (answer, input) => {
    const { native, toolInput, context } = answer;
    return replyWith(compact({ ...native, ...refusalIn(answer, input), updated_input: toolInput, additional_context: context }));
  },
  changedInput: ({ nativeToolInput: native = {}, tool }, fields) => {
    const whole = changedInput(tool, native, fields, tools);
    return whole !== undefined && isTaken(native, whole, tool?.native) ? whole : undefined;
  },
  readNative: readHandler,
};

/** An edit arrives as `Write`. The name of an MCP tool comes without its server: `*` matches any. */
function otherNames(native: string): readonly string[] {
  if (native.startsWith("MCP:")) return [mcpToolName({ server: "*", tool: native.slice("MCP:".length) })];
  return native === "Write" ? ["Edit", "file_edit"] : [];
}

function isTaken(before: Json, after: Json, native = ""): boolean {
  const taken = lookUp(REPLACEABLE, native);
  if (taken === undefined || !isObject(before) || !isObject(after)) return true;
  return Object.keys(after).every((key) => taken.includes(key) || sameJson(lookUp(before, key), lookUp(after, key)));
}

/** A turn that was aborted or failed ends whatever the answer is. */
function isOver({ status }: JsonObject, { event }: HookInput): boolean {
  return (event === "Stop" || event === "SubagentStop") && typeof status === "string" && status !== "completed";
}

/** The output is JSON inside a string; a shell's output is its field `output`. */
function responseOf(output: Json, { tool }: HookInput): JsonObject {
  const value = typeof output === "string" ? (parseJson(output) ?? output) : output;
  const printed = isObject(value) ? stringOr(value["output"], undefined) : undefined;
  return toolResponse(value, tool?.neutral, printed ?? textOf(value));
}

function claudeDetails(payload: JsonObject): JsonObject {
  const { error_message: error, loop_count: loops, subagent_id: id, subagent_type: type } = payload;
  return {
    ...(error === undefined ? {} : { error }),
    ...(typeof loops === "number" ? { stop_hook_active: loops > 0 } : {}),
    ...(id === undefined ? {} : { agent_id: id }),
    ...(type === undefined ? {} : { agent_type: type }),
  };
}

function refusalIn({ decision, reason, native }: Answer, { event }: HookInput): JsonObject {
  if (decision !== "deny" && decision !== "ask") return {};
  if (decision === "deny" && event === "UserPromptSubmit") return { continue: false, user_message: reason };
  if (decision === "deny" && (event === "Stop" || event === "SubagentStop")) return { followup_message: reason };
  // The model reads one message by the documentation, the other by the code. A handler at one of Cursor's own events may say both.
  const user = event === null ? native?.["user_message"] : undefined;
  return { permission: decision, user_message: user ?? reason, agent_message: reason };
}
