/** VS Code's own agent at hook time, also through Claude's and Copilot's files: Claude's names and answers, but for the refusal of a stop. */

import type { HookInput } from "../../model/input.ts";
import { fieldsOf, isObject, type Json, parseJson, stringOr } from "../../model/json.ts";
import type { Answer } from "../../model/outcome.ts";
import { ANY_PATCH, patchCall } from "../../model/patch.ts";
import { FILE_KINDS, fromClaudeFields, SEARCH_KINDS } from "../../model/tool-fields.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import { claudeHookTime, encodeClaudeShape, readClaudeHandler, type ToolPart, toolPartOf } from "../claude-shape/payloads.ts";
import { can, documented, eventTable, toolNames } from "../facts.ts";
import { changedInput, isEventOf, namedTool, splitMcpTool, USUAL_ANSWER } from "../payload.ts";

export const REFERENCE = documented("https://code.visualstudio.com/docs/agents/reference/hooks-reference", "2026-11-15");

export const SOURCE = documented("https://github.com/microsoft/vscode/tree/main/extensions/copilot/src/extension", "2026-11-15");

export const events = eventTable(SOURCE, {
  SessionStart: { can: can("context"), note: "`continue: false` does not end the run and voids the answer" },
  UserPromptSubmit: {
    can: can("block", "context", "stop"),
    note: "the documentation has neither decision nor context here; the source reads both",
  },
  PreToolUse: {
    can: can("block", "ask", "rewrite", "context", "stop"),
    source: REFERENCE,
    note: "an input that does not fit the tool's schema is dropped, and the old one runs",
  },
  PostToolUse: { can: can("block", "context", "stop"), source: REFERENCE },
  Stop: { can: can("block", "stop"), source: REFERENCE, note: "no limit of its own" },
  SubagentStart: { can: can("context"), source: REFERENCE, note: "`continue: false` voids the answer" },
  SubagentStop: {
    can: can("block", "stop"),
    note: "the documentation shows the decision at the top; the source reads it nested, as at `Stop`",
  },
  PreCompact: { silent: true, note: "VS Code ignores the answer, including a message" },
});

const TASKS = ["create_and_run_task", "createAndRunTask"];

/** The input of these tools names what runs, and is not a command line. */
const WITHOUT_COMMAND = [
  ...["run_task", "run_vs_code_task", "runTask", "run_notebook_cell", "runNotebookCell"],
  ...["runTests", "run_vscode_command", "install_python_packages"],
];

/** Tools of VS Code's own agent: the names in its payloads and its documentation, and the fields that Claude names differently. */
export const tools: ToolFacts = {
  names: toolNames({
    shell: ["run_in_terminal", "runInTerminal", "runTerminalCommand"],
    file_read: ["read_file", "readFile"],
    file_write: ["create_file", "createFile"],
    file_edit: ["replace_string_in_file", "multi_replace_string_in_file", "insert_edit_into_file", "edit_file", "editFiles", "apply_patch"],
    search: ["grep_search", "textSearch"],
    find: ["file_search", "fileSearch"],
    web_fetch: ["fetch_webpage", "fetch"],
    agent: ["runSubagent"],
  }),
  // From https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolNames.ts (2026-11-16).
  beside: toolNames({
    shell: ["send_to_terminal", ...TASKS, ...WITHOUT_COMMAND],
    agent: ["execution_subagent"],
    file_edit: ["edit_notebook_file", "editNotebook", "vscode_renameSymbol"],
    file_write: ["create_new_jupyter_notebook"],
    editor: ["memory"],
    web_fetch: ["open_simple_browser", "open_browser_page"],
  }),
  fields: [
    { claude: "command", in: "task", native: "command", of: TASKS },
    { claude: "command", of: WITHOUT_COMMAND },
    { claude: "file_path", in: "replacements", native: "filePath", of: ["multi_replace_string_in_file"] },
    { claude: "old_string", in: "replacements", native: "oldString", of: ["multi_replace_string_in_file"] },
    { claude: "new_string", in: "replacements", native: "newString", of: ["multi_replace_string_in_file"] },
    { claude: "file_path", in: "files", of: ["editFiles", "edit_file"] },
    { claude: "files", native: "files", of: ["editFiles", "edit_file"] },
    { claude: "file_path", native: "path", of: ["memory"] },
    { claude: "content", native: "file_text", of: ["memory"] },
    { claude: "old_string", native: "old_str", of: ["memory"] },
    { claude: "new_string", native: "new_str", of: ["memory"] },
    { claude: "file_path", native: "filePath", kinds: FILE_KINDS },
    { claude: "old_string", native: "oldString", kinds: ["file_edit"] },
    { claude: "new_string", native: "newCode", of: ["edit_notebook_file", "editNotebook"] },
    { claude: "new_string", native: "code", of: ["insert_edit_into_file", "edit_file", "editFiles"] },
    { claude: "new_string", native: "newString", kinds: ["file_edit"] },
    { claude: "pattern", native: "query", kinds: SEARCH_KINDS },
    { claude: "glob", native: "includePattern", kinds: ["search"] },
    { claude: "url", in: "urls", of: ["fetch_webpage", "fetch"] },
    { claude: "subagent_type", native: "agentName", kinds: ["agent"] },
  ],
  source: documented("https://code.visualstudio.com/docs/agent-customization/hooks", "2026-11-15"),
};

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "vscode-copilot",
    events,
    tools,
    toolPart,
    reread: (input, payload) => (input.sessionId === null ? { ...input, sessionId: stringOr(payload["sessionId"], null) } : input),
  }),
  ...USUAL_ANSWER,
  contextBesideDeny: "beside",
  systemMessage: true,
  mcpServerFiles: ({ home, env }, project) => [
    { path: `${project}/.vscode/mcp.json`, key: "servers" },
    { path: `${env["XDG_CONFIG_HOME"] || `${home}/.config`}/Code/User/mcp.json`, key: "servers" },
    { path: `${home}/Library/Application Support/Code/User/mcp.json`, key: "servers" },
    { path: `${home}/AppData/Roaming/Code/User/mcp.json`, key: "servers" },
  ],
  // With the prefix `mcp_` it is cut at 18 characters.
  mcpServerLabel: (server) =>
    server
      .toLowerCase()
      .replaceAll(/[^a-z0-9_.-]/g, "_")
      .slice(0, 14),
  // Copilot CLI also sends Claude's keys with a time, but neither a transcript (except at the end) nor the call's number.
  recognise: (payload) => {
    const event = payload["hook_event_name"] ?? payload["hookEventName"];
    if (!isEventOf(events, event) || typeof payload["timestamp"] !== "string") return "no";
    const isSure = "hookEventName" in payload || "tool_use_id" in payload || typeof payload["transcript_path"] === "string";
    return isSure && !("stop_reason" in payload) ? "shape" : "no";
  },
  encode: (answer, input) => encodeClaudeShape(withNestedDecision(answer, input), input),
  changedInput: ({ tool, nativeToolInput: native = {} }, fields) =>
    patchIn(tool?.native, native) === undefined ? changedInput(tool, native, fields, tools) : withPatch(native, fields),
  readNative: readHandler,
};

/** VS Code reads the refusal of a stop under `hookSpecificOutput` and ignores Claude's place for it. */
function withNestedDecision(answer: Answer, { event }: HookInput): Answer {
  if (answer.decision !== "deny" || (event !== "Stop" && event !== "SubagentStop")) return answer;
  const refusal = { ...fieldsOf(answer.native?.["hookSpecificOutput"]), decision: "block", reason: answer.reason };
  return { ...answer, native: { ...answer.native, hookSpecificOutput: refusal } };
}

/** A handler written for VS Code: Claude's dialect, but the refusal of a stop is under `hookSpecificOutput`. */
function readHandler(exit: HandlerExit, { event, can }: HookInput): NativeReading {
  const stdout = event === "Stop" || event === "SubagentStop" ? withDecisionAtTop(exit.stdout) : exit.stdout;
  return readClaudeHandler({ ...exit, stdout }, { exit2Blocks: can.block, passesUnknownFields: true });
}

function withDecisionAtTop(stdout: string): string {
  const output = parseJson(stdout);
  const nested = isObject(output) ? output["hookSpecificOutput"] : undefined;
  if (!isObject(output) || !isObject(nested)) return stdout;
  const { decision, reason, ...rest } = nested;
  return JSON.stringify({ ...output, decision, reason, hookSpecificOutput: rest });
}

function toolPart(native: string, input: Json): ToolPart {
  const patch = patchIn(native, input);
  if (patch !== undefined) return patchCall(native, patch, input, "input", ANY_PATCH);
  return toolPartOf(splitMcpTool(native, "mcp_", "_") ?? namedTool(native, tools, input), input, tools);
}

function patchIn(native: string | undefined, input: Json): string | undefined {
  const patch = native === "apply_patch" && isObject(input) ? input["input"] : undefined;
  return typeof patch === "string" ? patch : undefined;
}

/** Only the patch can be changed: its text determines the files. */
function withPatch(native: Json, fields: Json): Json | undefined {
  if (!isObject(fields) || typeof fields["patch"] !== "string") return undefined;
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return fromClaudeFields(native, { ...rest, input: patch }, []);
}
