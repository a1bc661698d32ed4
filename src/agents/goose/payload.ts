/** goose at hook time: its own payload format, and answers that can only block. https://goose-docs.ai/docs/guides/context-engineering/hooks */

import { tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../model/json.ts";
import type { Outcome } from "../../model/outcome.ts";
import { mcpCall, mcpToolName, possibleMcpNames, toolCall, type ToolCall } from "../../model/tool.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import { replyWith } from "../claude-shape/payloads.ts";
import { can, documented, eventTable, measured } from "../facts.ts";
import {
  answered,
  changedInput,
  claudeInput,
  denied,
  exitedWith,
  ignoredText,
  isEventOf,
  namedTool,
  readFrame,
  recognised,
  USUAL_ANSWER,
} from "../payload.ts";

export const SEEN = measured("1.52.0", "2026-11-15");
export const HOOKS = documented(
  "https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/context-engineering/hooks.md",
  "2026-11-15",
);

export const events = eventTable(SEEN, {
  SessionStart: { note: "no working folder in the payload; not when a session is resumed" },
  UserPromptSubmit: { note: "the prompt is sent whatever is answered" },
  PreToolUse: { can: can("block"), note: "fires after the user was asked for approval, and not for what a subagent does" },
  PostToolUse: { note: "the payload has no result of the tool" },
  PostToolUseFailure: { note: "the payload does not say what failed" },
  Stop: { can: can("block"), note: "goose itself gives up after eight blocked stops" },
  SessionEnd: { can: can() },
  PreToolUseResult: { note: "reports what the hooks before a tool decided" },
  BeforeShellExecution: { note: "cannot block" },
  AfterShellExecution: { note: "not after a command that failed" },
  AfterFileEdit: { can: can() },
  BeforeReadFile: { source: HOOKS, note: "no tool of this version reads files" },
});

/** The tools that this code calls fire no events, so Symposium asks the guards on all of them. */
const CODE = ["execute_typescript", "code_execution__execute_typescript"];
const EDITORS = ["text_editor", "developer__text_editor"];
const OFFICE = ["computercontroller__docx_tool", "computercontroller__xlsx_tool"];
const SCRIPTS = ["computercontroller__automation_script", "computercontroller__computer_control"];
const MEMORY = ["memory__remember_memory", "memory__remove_memory_category", "memory__remove_specific_memory"];
const APPS = ["apps__create_app", "apps__iterate_app", "apps__delete_app"];

export const tools: ToolFacts = {
  names: tableOf({ shell: "shell", write: "file_write", edit: "file_edit", delegate: "agent" }),
  // Tools of goose's own extensions, and the names that older versions give the tools above.
  beside: tableOf({
    execute_typescript: "shell",
    code_execution__execute_typescript: "shell",
    computercontroller__automation_script: "shell",
    computercontroller__computer_control: "shell",
    developer__shell: "shell",
    computercontroller__docx_tool: "file_edit",
    computercontroller__xlsx_tool: "file_edit",
    memory__remember_memory: "file_write",
    memory__remove_memory_category: "file_edit",
    memory__remove_specific_memory: "file_edit",
    apps__create_app: "file_write",
    apps__iterate_app: "file_edit",
    apps__delete_app: "file_edit",
    developer__text_editor: "editor",
    text_editor: "editor",
    computercontroller__web_scrape: "web_fetch",
    read_image: "file_read",
    orchestrator__start_agent: "agent",
  }),
  fields: [
    { claude: "file_path", native: "path", of: [...EDITORS, "write", "edit", ...OFFICE] },
    { claude: "file_path", native: "source", of: ["read_image"] },
    { claude: "content", native: "file_text", of: EDITORS },
    { claude: "old_string", native: "old_str", of: EDITORS },
    { claude: "new_string", native: "new_str", of: EDITORS },
    { claude: "old_string", native: "before", of: ["edit"] },
    { claude: "new_string", native: "after", of: ["edit"] },
    { claude: "prompt", native: "instructions", of: ["delegate"] },
    { claude: "subagent_type", native: "source", of: ["delegate"] },
    { claude: "command", native: "code", of: CODE },
    { claude: "command", native: "script", of: SCRIPTS },
    { claude: "content", native: "data", of: ["memory__remember_memory"] },
    { claude: "content", native: "prd", of: ["apps__create_app"] },
    { claude: "content", native: "content", of: ["computercontroller__docx_tool"] },
    // These choose the file themselves, or say in fields of their own what they change in it.
    { claude: "file_path", of: [...MEMORY, ...APPS] },
    { claude: "old_string", of: [...MEMORY, ...APPS, ...OFFICE] },
    { claude: "new_string", of: [...MEMORY, ...APPS, ...OFFICE] },
  ],
  source: SEEN,
};

/** Extensions that are part of goose: their tools are named as those of MCP servers are. */
const OWN_EXTENSIONS: ReadonlySet<string> = new Set(["apps", "chatrecall", "code_execution", "extensionmanager", "orchestrator", "todo"]);

export const hookTime: HookTime = {
  name: "goose",
  events,
  ...USUAL_ANSWER,
  recognise: (payload, env) => recognised(isEventOf(events, payload["event"]), env["PLUGIN_ROOT"]),
  read,
  encode: ({ decision, reason, native }) =>
    replyWith(compact({ ...native, ...(decision === "deny" ? { decision: "block", reason } : {}) })),
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput: (payload, nativeInput) => ({ ...payload, tool_input: nativeInput }),
  readNative: readHandler,
};

function read(payload: JsonObject, nativeEvent: string): HookInput {
  const { event: _, session_id, working_dir, tool_name, tool_input, message, ...details } = payload;
  const frame = readFrame("goose", events, nativeEvent, session_id, working_dir);
  return {
    ...frame,
    ...(typeof tool_name === "string" ? toolPart(tool_name, tool_input ?? {}) : {}),
    ...(frame.event === "PostToolUse" ? { toolResponse: () => ({}) } : {}),
    ...(typeof message === "string" ? { prompt: message } : {}),
    details,
    raw: payload,
  };
}

function toolPart(native: string, input: Json): Pick<HookInput, "tool" | "toolInput" | "nativeToolInput"> {
  const known = namedTool(native, tools, input, [...possibleMcpNames(native, "__").map(mcpToolName), ...alsoDone(native, input)]);
  const tool = known.neutral === undefined ? (mcpTool(native) ?? toolCall(native, undefined)) : known;
  return { tool, toolInput: claudeInput(tool, input, tools), nativeToolInput: input };
}

function alsoDone(native: string, input: Json): readonly string[] {
  if (CODE.includes(native)) return ["Write", "file_write", "Edit", "file_edit", "WebFetch", "web_fetch"];
  const source = native === "read_image" && isObject(input) ? input["source"] : undefined;
  return typeof source === "string" && /^https?:/i.test(source) ? ["WebFetch", "web_fetch"] : [];
}

/** `server__tool`. A name with more separators has several readings, and matchers see all of them. */
function mcpTool(native: string): ToolCall | undefined {
  const [first, ...others] = possibleMcpNames(native, "__");
  if (first === undefined || OWN_EXTENSIONS.has(first.server)) return undefined;
  return { ...mcpCall(native, first), ...(others.length === 0 ? {} : { also: others.map(mcpToolName) }) };
}

/** A handler written for goose: exit code 2 or `decision: "block"` denies, whichever it is; text is ignored. */
function readHandler(exit: HandlerExit): NativeReading {
  const value = parseJson(exit.stdout);
  const { decision, reason: given, ...rest }: JsonObject = isObject(value) ? value : {};
  const reason = (exit.code === 2 && exit.stderr.trim()) || stringOr(given, "");
  if (exit.code === 2 || decision === "block") return answered(denied(reason));
  if (exit.code !== 0) return exitedWith(exit.code);
  const outcome: Outcome = {
    decision: decision === "allow" ? "allow" : undefined,
    native: Object.keys(rest).length === 0 ? undefined : rest,
  };
  return isObject(value) || exit.stdout.trim() === "" ? answered(outcome) : ignoredText(outcome);
}
