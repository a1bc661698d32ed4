/** Claude Code at hook time: events, tools, payload and answer. https://code.claude.com/docs/en/hooks */

import { lookUp, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { fieldsOf, isObject } from "../../model/json.ts";
import { type Answer, type Outcome, type Reply, SILENCE } from "../../model/outcome.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import {
  claudeHookTime,
  encodeClaudeShape,
  fieldsLost,
  namedServer,
  readClaudeHandler,
  readMcpName,
  toolPartOf,
} from "../claude-shape/payloads.ts";
import { can, documented, eventTable, measured, toolNames } from "../facts.ts";
import { isEventOf, namedTool } from "../payload.ts";

export const SEEN = measured("2.1.325", "2026-11-15");
const PROGRAM = measured("2.1.325", "2026-11-18");

/** The page, and the words of the program's own list of hooks. */
export const HOOKS = documented("https://code.claude.com/docs/en/hooks", "2026-11-15");

export const SETTINGS = ".claude/settings.json";
export const LOCAL_SETTINGS = ".claude/settings.local.json";

export const events = eventTable(SEEN, {
  SessionStart: { can: can("context"), text: "context" },
  UserPromptSubmit: { can: can("block", "context", "stop"), text: "context" },
  PreToolUse: {
    can: can("block", "ask", "rewrite", "context", "stop"),
    note: "`continue: false` alone lets this tool run before the session ends, so it is sent with a denial",
  },
  PermissionRequest: { can: can("block"), note: "exit code 2 has no effect here" },
  PostToolUse: { can: can("block", "context", "stop"), note: "a block adds text to the result" },
  PostToolUseFailure: { can: can("context") },
  Stop: { can: can("block", "stop"), note: "context here keeps the agent going, as a block does" },
  SubagentStart: { can: can("context") },
  SubagentStop: { can: can("block"), note: "context here keeps the subagent going, as a block does" },
  Notification: { source: HOOKS },
  PreCompact: {
    can: can("block"),
    text: "instructions",
    silent: true,
    source: PROGRAM,
    note: "stdout, JSON or not, becomes instructions for the summary; a full conversation that is not shortened ends the run",
  },
  SessionEnd: { byExitCode: true, source: PROGRAM, note: "the user is shown stderr with exit code 2, and no `systemMessage`" },
  StopFailure: { event: "ErrorOccurred", source: HOOKS },
  PostToolBatch: { can: can("block", "context", "stop"), prevents: "the next request to the model: the run ends", source: PROGRAM },
  MessageDisplay: { source: PROGRAM, note: "`displayContent` changes what is shown" },
  UserPromptExpansion: {
    can: can("block", "context", "stop"),
    prevents: "the command from becoming a prompt",
    text: "context",
    source: PROGRAM,
  },
  Setup: { source: PROGRAM },
  PermissionDenied: { source: HOOKS, note: "`retry` tells the model that it may try again" },
  TaskCreated: { can: can("block"), prevents: "the task from being created", source: PROGRAM },
  TaskCompleted: { can: can("block"), prevents: "the task from being completed", source: PROGRAM },
  TeammateIdle: { can: can("block"), prevents: "the teammate from going idle", goesOn: true, source: HOOKS },
  ConfigChange: {
    can: can("block"),
    prevents: "the change from taking effect in this session",
    source: PROGRAM,
    note: "not a change of managed settings",
  },
  CwdChanged: { source: PROGRAM, note: "`watchPaths` names files to watch" },
  // The matcher is a list of paths to watch, and an expression for the name of the file.
  FileChanged: {
    everything: ".",
    source: PROGRAM,
    note: "for every file below the working directory, which Claude Code then watches; `watchPaths` names more",
  },
  WorktreeCreate: {
    can: can("block"),
    prevents: "the worktree from being created",
    text: "path",
    silent: true,
    byExitCode: true,
    source: PROGRAM,
    note: "a hook on this event must print the path of a worktree; the first path counts",
  },
  WorktreeRemove: { source: HOOKS },
  PostCompact: { text: "message", source: PROGRAM },
  InstructionsLoaded: { source: HOOKS },
  Elicitation: {
    can: can("block"),
    prevents: "the question of an MCP server: it is declined",
    source: PROGRAM,
    note: "`action` and `content` answer it",
  },
  ElicitationResult: {
    can: can("block"),
    prevents: "the user's answer from reaching the MCP server",
    source: PROGRAM,
    note: "`action` and `content` replace it",
  },
});

/** Claude Code's tools. Its names and fields are the vocabulary of the symposium format, so only the fields of rarer tools are renamed. */
export const tools: ToolFacts = {
  names: tableOf({
    Bash: "shell",
    Read: "file_read",
    Write: "file_write",
    Edit: "file_edit",
    Grep: "search",
    Glob: "find",
    WebSearch: "web_search",
    WebFetch: "web_fetch",
    Agent: "agent",
    Task: "agent",
  }),
  // `BashOutput`, `TaskStop` and similar tools read a command's output or end it; they start nothing.
  beside: toolNames({
    shell: ["PowerShell", "Monitor", "REPL", "AppifactRepl", "self_hosted_runner_spawn_local"],
    file_edit: ["NotebookEdit", "MultiEdit"],
    file_write: ["memory_write"],
  }),
  fields: [
    { claude: "command", native: "code", of: ["REPL", "AppifactRepl"] },
    // It watches a command, or listens to a socket.
    { claude: "url", in: "ws", native: "url", of: ["Monitor"] },
    { claude: "file_path", native: "notebook_path", of: ["NotebookEdit"] },
    { claude: "new_string", native: "new_source", of: ["NotebookEdit"] },
    { claude: "old_string", of: ["NotebookEdit"] },
    { claude: "old_string", in: "edits", native: "old_string", of: ["MultiEdit"] },
    { claude: "new_string", in: "edits", native: "new_string", of: ["MultiEdit"] },
    { claude: "replace_all", in: "edits", native: "replace_all", of: ["MultiEdit"] },
    { claude: "edits", native: "edits", of: ["MultiEdit"] },
    { claude: "file_path", native: "path", of: ["memory_write"] },
  ],
  source: SEEN,
};

function readHandler(exit: HandlerExit, { event, nativeEvent }: HookInput): NativeReading {
  const text = lookUp(events, nativeEvent)?.text;
  // Claude Code shows stderr to the user and asks as if there were no hook.
  const exit2Blocks = event !== "PermissionRequest";
  const reading = readClaudeHandler(exit, { text, exit2Blocks, passesUnknownFields: true });
  if (reading.kind !== "answer") return reading;
  if (TAKES_NO_NESTED.has(nativeEvent)) return withoutNested(reading.outcome, reading);
  return event === null ? { ...reading, outcome: withOwnFields(reading.outcome, text === "path") } : reading;
}

/** At these events Claude Code throws away an answer with a `hookSpecificOutput`, and with it what other handlers said. */
const TAKES_NO_NESTED = new Set([
  ...["PreCompact", "PostCompact", "SessionEnd", "StopFailure", "TaskCreated", "TaskCompleted", "TeammateIdle", "ConfigChange"],
  ...["WorktreeRemove", "InstructionsLoaded"],
]);

function withoutNested({ native = {}, ...outcome }: Outcome, reading: NativeReading): NativeReading {
  const { hookSpecificOutput: nested, ...top } = native;
  if (nested === undefined) return reading;
  return {
    kind: "answer",
    outcome: Object.keys(top).length === 0 ? outcome : { ...outcome, native: top },
    losses: fieldsLost({ hookSpecificOutput: nested }),
  };
}

/** The path of a worktree may be a field, and the question of an MCP server is refused by one. */
function withOwnFields(outcome: Outcome, isPath: boolean): Outcome {
  const nested = outcome.native?.["hookSpecificOutput"];
  if (!isObject(nested)) return outcome;
  const { worktreePath, action } = nested;
  if (isPath && typeof worktreePath === "string") return { ...outcome, text: worktreePath };
  return action === "decline" || action === "cancel" ? { ...outcome, decision: "deny" } : outcome;
}

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "claude-code",
    events,
    tools,
    toolPart: (native, input, payload) => {
      const also = native === "Monitor" && isObject(input) && isObject(input["ws"]) ? ["WebFetch", "web_fetch"] : [];
      const named = readMcpName(native, namedServer(payload, "mcp_server", "name")) ?? namedTool(native, tools, input, also);
      return toolPartOf(named, input, tools);
    },
    reread: (input) => {
      // Claude Code reports finished background tasks as if the user had typed them.
      const isReport = input.event === "UserPromptSubmit" && input.prompt?.trimStart().startsWith("<task-notification>");
      return isReport === true ? { ...input, event: null } : input;
    },
  }),
  allow: "always",
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "characters" },
  systemMessage: true,
  suppressOutput: true,
  recognise: (payload, env) => {
    const event = payload["hook_event_name"];
    const isOurs = isEventOf(events, event) && typeof payload["transcript_path"] === "string";
    if (isOurs && !("timestamp" in payload) && !("turn_id" in payload && "model" in payload)) return "shape";
    return env["CLAUDECODE"] === "1" ? "mark" : "no";
  },
  encode: encodeAnswer,
  readNative: readHandler,
};

function encodeAnswer(answer: Answer, input: HookInput): Reply {
  if (lookUp(events, input.nativeEvent)?.byExitCode === true) return byExitCode(answer, input);
  if (answer.skillsChanged === true) return encodeClaudeShape(reloadingSkills(answer), input);
  return encodeClaudeShape(answer.decision === "deny" && input.event === null ? bare(answer) : answer, input);
}

/** With exit code 2 Claude Code shows stderr and reads nothing else. */
function byExitCode(answer: Answer, input: HookInput): Reply {
  const words = [answer.decision === "deny" ? answer.reason : undefined, answer.systemMessage].filter((text) => text !== undefined);
  return words.length === 0 ? encodeClaudeShape(answer, input) : { ...SILENCE, stderr: `${words.join("\n")}\n`, exitCode: 2 };
}

/** At Claude Code's own events a denial goes without fields that might say otherwise, such as an answer to the question of an MCP server. */
function bare({ native = {}, ...answer }: Answer): Answer {
  const { hookSpecificOutput: _, ...top } = native;
  return { ...answer, native: top };
}

/** Claude Code lists skills before a new session's hooks run, and again when a hook asks for it. */
function reloadingSkills(answer: Answer): Answer {
  const nested = fieldsOf(answer.native?.["hookSpecificOutput"]);
  return { ...answer, native: { ...answer.native, hookSpecificOutput: { ...nested, reloadSkills: true } } };
}
