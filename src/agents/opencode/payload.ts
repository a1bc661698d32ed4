/** OpenCode at hook time, called by our plugin file. A session with a parent is a subagent's. https://opencode.ai/docs/plugins/ */

import { join } from "node:path";

import type { Context } from "../../context.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import type { EventName } from "../../model/event.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, fieldsOf, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../model/json.ts";
import { patchCall, type PatchForm } from "../../model/patch.ts";
import { FILE_KINDS, fromClaudeFields, toolResponse } from "../../model/tool-fields.ts";
import { mcpToolName, possibleMcpNames, toolCall } from "../../model/tool.ts";
import type { HandlerExit, HookTime, McpServerFile, NativeReading, ToolFacts } from "../agent.ts";
import { replyWith, type ToolPart } from "../claude-shape/payloads.ts";
import { can, eventTable, measured } from "../facts.ts";
import { answered, changedInput, claudeInput, denied, exitedWith, namedTool, readFrame, recognised, USUAL_ANSWER } from "../payload.ts";

export const SEEN = measured("1.18.33", "2026-11-15");

export const events = eventTable(SEEN, {
  "session-created": {
    event: "SessionStart",
    can: can("context"),
    note: "the text is in the system prompt of every request of the session; a resumed session begins with its next prompt",
  },
  "chat-message": {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    note: "a blocked prompt ends the run; a subagent's task is not a prompt",
  },
  "tool-execute-before": {
    event: "PreToolUse",
    can: can("block", "rewrite"),
    note: "there is no place for context: it waits for the result of the tool",
  },
  "tool-execute-after": {
    event: "PostToolUse",
    can: can("block", "context"),
    note: "a block replaces the result by the reason; a tool that failed or was denied has no such event",
  },
  "session-idle": { event: "Stop", note: "OpenCode does not wait for the answer" },
  "subagent-created": { event: "SubagentStart", can: can("context") },
  "subagent-idle": { event: "SubagentStop", note: "OpenCode does not wait for the answer" },
  "session-compacting": {
    event: "PreCompact",
    note: "`output.context` of a handler of OpenCode's own form reaches the model that writes the summary",
  },
  "permission-asked": { event: "Notification", note: "OpenCode does not wait for the answer" },
  "session-error": { event: "ErrorOccurred", note: "OpenCode does not wait for the answer" },
  "session-end": {
    event: "SessionEnd",
    note: "when OpenCode disposes of its plugins, for every session that was used, and when a session is deleted",
  },
});

/** As OpenCode itself reads a patch: a heading is at the start of its line, and needs no blank behind the colon. */
const patchForm: PatchForm = { lines: /\n/, heading: /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/s };

export const tools: ToolFacts = {
  names: tableOf({
    bash: "shell",
    read: "file_read",
    write: "file_write",
    edit: "file_edit",
    apply_patch: "file_edit",
    grep: "search",
    glob: "find",
    websearch: "web_search",
    webfetch: "web_fetch",
    task: "agent",
  }),
  beside: tableOf({ shell: "shell", patch: "file_edit", multiedit: "file_edit" }),
  fields: [
    { claude: "file_path", native: "filePath", kinds: FILE_KINDS },
    { claude: "old_string", in: "edits", native: "oldString", of: ["multiedit"] },
    { claude: "new_string", in: "edits", native: "newString", of: ["multiedit"] },
    { claude: "replace_all", in: "edits", native: "replaceAll", of: ["multiedit"] },
    { claude: "edits", native: "edits", of: ["multiedit"] },
    { claude: "old_string", native: "oldString", of: ["edit"] },
    { claude: "new_string", native: "newString", of: ["edit"] },
    { claude: "replace_all", native: "replaceAll", of: ["edit"] },
    { claude: "glob", native: "include", of: ["grep"] },
  ],
  source: SEEN,
};

/** The remaining details of the plugin's payload, under Claude's names where Claude has one. */
type ReadDetails = (input: JsonObject, payload: JsonObject) => JsonObject;

const begins: ReadDetails = (input, { hook }) => ({
  source: hook === "session.created" ? "startup" : "resume",
  agent_type: fieldsOf(input["info"])["agent"],
});

const DETAILS = tableOf<ReadDetails>({
  "session-created": begins,
  "subagent-created": begins,
  "session-error": ({ error }) => ({ error: fieldsOf(fieldsOf(error)["data"])["message"] ?? fieldsOf(error)["name"] }),
  "permission-asked": ({ permission, patterns }) => ({
    notification_type: "permission_prompt",
    message: `OpenCode asks for permission: ${[permission, ...(Array.isArray(patterns) ? patterns : [])].join(" ")}`,
  }),
  "session-end": (_input, { hook }) => ({ reason: hook === "session.deleted" ? "deleted" : "exit" }),
});

function detailsOf(payload: JsonObject, nativeEvent: string): JsonObject {
  const input = fieldsOf(payload["input"]);
  const more = lookUp(DETAILS, nativeEvent)?.(input, payload);
  return compact({ parent_session_id: payload["parentID"], tool_use_id: input["callID"], ...more });
}

/** The texts the user typed, without those that OpenCode or a plugin added. */
function promptOf(payload: JsonObject): string | undefined {
  const texts = partsOf(payload).filter((part) => isTyped(part) && part["type"] === "text");
  return texts.length === 0 ? undefined : texts.map((part) => stringOr(part["text"], "")).join("\n");
}

/** Whether the user wrote nothing of the message. */
function isWritten(payload: JsonObject): boolean {
  const parts = partsOf(payload);
  return parts.length > 0 && !parts.some(isTyped);
}

const isTyped = (part: JsonObject) => part["synthetic"] !== true;

function partsOf(payload: JsonObject): readonly JsonObject[] {
  const parts = fieldsOf(payload["output"])["parts"];
  return Array.isArray(parts) ? parts.filter((part: Json) => isObject(part)) : [];
}

/** The tool with which GPT-5 models write and edit files: one text for all of them. Older versions call it `patch`. */
const PATCHES = ["apply_patch", "patch"];

function toolPart(native: string, input: Json): ToolPart {
  const known = namedTool(native, tools, input);
  const patch = PATCHES.includes(native) && isObject(input) ? input["patchText"] : undefined;
  if (typeof patch === "string") {
    const { tool, ...read } = patchCall(native, patch, input, "patchText", patchForm);
    return { tool: { ...known, ...tool }, ...read };
  }
  // `<server>_<tool>`, where both may contain the separator: every way to split it is possible.
  const tool = known.neutral === undefined ? toolCall(native, undefined, possibleMcpNames(native, "_").map(mcpToolName)) : known;
  return { tool, toolInput: claudeInput(tool, input, tools) };
}

export const hookTime: HookTime = {
  name: "opencode",
  events,
  patchForm,
  ...USUAL_ANSWER,
  mcpServerFiles,
  recognise: (payload, env) =>
    recognised(typeof payload["hook"] === "string" && "input" in payload && "output" in payload, env["OPENCODE"]),
  read: (payload, nativeEvent) => {
    const frame = readFrame("opencode", events, nativeEvent, payload["sessionID"], payload["cwd"]);
    return {
      ...frame,
      event: eventOf(payload, frame.event),
      ...toolFields(payload),
      prompt: nativeEvent === "chat-message" ? promptOf(payload) : undefined,
      details: detailsOf(payload, nativeEvent),
      raw: payload,
    };
  },
  encode: ({ decision, reason, toolInput, context, native }) =>
    replyWith(compact({ ...native, deny: decision === "deny" ? reason : undefined, args: toolInput, context })),
  changedInput: ({ tool, nativeToolInput = {} }, fields) => {
    if (!PATCHES.includes(tool?.native ?? "") || !isObject(fields)) return changedInput(tool, nativeToolInput, fields, tools);
    // Only the text of a patch can be changed: it determines the files.
    const { patch, file_path: _path, files: _files, ...rest } = fields;
    return patch === undefined ? undefined : fromClaudeFields(nativeToolInput, { ...rest, patchText: patch }, []);
  },
  withToolInput: (payload, args) => {
    const holder = argsHolder(payload);
    return { ...payload, [holder]: { ...fieldsOf(payload[holder]), args } };
  },
  readNative: readHandler,
};

/** A subagent's task and text that OpenCode adds to a session are not the user's prompts. */
function eventOf(payload: JsonObject, event: EventName | null): EventName | null {
  const isChild = typeof payload["parentID"] === "string";
  if (event === "UserPromptSubmit") return isChild || isWritten(payload) ? null : event;
  if (event === "SessionStart" && isChild) return "SubagentStart";
  return event === "Stop" && isChild ? "SubagentStop" : event;
}

function toolFields(payload: JsonObject): Pick<HookInput, "tool" | "toolInput" | "nativeToolInput" | "toolResponse" | "unclear"> {
  const native = fieldsOf(payload["input"])["tool"];
  if (typeof native !== "string") return {};
  const nativeToolInput = fieldsOf(payload[argsHolder(payload)])["args"] ?? {};
  const part = toolPart(native, nativeToolInput);
  if (payload["hook"] !== "tool.execute.after") return { ...part, nativeToolInput };
  const output = payload["output"];
  const text = stringOr(fieldsOf(output)["output"], undefined);
  return { ...part, nativeToolInput, toolResponse: () => toolResponse(output, part.tool.neutral, text) };
}

/** Before a tool runs, its input is in `output`, where it can still be changed. */
function argsHolder(payload: JsonObject): "input" | "output" {
  return payload["hook"] === "tool.execute.after" ? "input" : "output";
}

/** A handler gets `{hook, input, output}` and prints the changed `output`. Exit code 2 is a plugin's throw: it blocks with stderr. */
function readHandler(exit: HandlerExit, input: HookInput): NativeReading {
  if (exit.code === 2) return answered(denied(exit.stderr.trim()));
  if (exit.code !== 0) return exitedWith(exit.code);
  const text = exit.stdout.trim();
  if (text === "") return answered({});
  const value = parseJson(text);
  if (!isObject(value)) return { kind: "failure", cause: "its output is not a JSON object" };
  // The handler may also return the whole `{hook, input, output}`: no `output` of OpenCode has an object under that name.
  const output = isObject(value["output"]) ? value["output"] : value;
  if (input.event !== "PreToolUse") return answered({ native: { output } });
  return answered(output["args"] === undefined ? {} : { nativeInput: output["args"] });
}

function mcpServerFiles({ home, env }: Pick<Context, "home" | "env">, project: string): readonly McpServerFile[] {
  const user = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode");
  const more = env["OPENCODE_CONFIG_DIR"];
  const folders = [user, ...(more ? [more] : []), project, join(project, ".opencode")];
  const files = folders.flatMap((folder) => [join(folder, "opencode.json"), join(folder, "opencode.jsonc")]);
  return [...files, ...(env["OPENCODE_CONFIG"] ? [env["OPENCODE_CONFIG"]] : [])].map((path) => ({ path, key: "mcp" }));
}
