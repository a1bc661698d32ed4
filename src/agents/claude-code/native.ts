/** Claude Code's hook events. https://code.claude.com/docs/en/hooks */

import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, Source, ToolFacts } from "../agent.ts";

const measured: Source = { how: "measured", version: "2.1.325", date: "2026-11-15" };
const PROGRAM: Source = { how: "measured", version: "2.1.325", date: "2026-11-18" };
/** The page, and the words of the program's own list of hooks. */
const documented: Source = { how: "documented", link: "https://code.claude.com/docs/en/hooks", date: "2026-11-15" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context"), text: "context", source: measured },
  UserPromptSubmit: { event: "UserPromptSubmit", can: can("block", "context", "stop"), text: "context", source: measured },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block", "ask", "rewrite", "context", "stop"),
    source: measured,
    note: "`continue: false` alone lets this tool run before the session ends, so it is sent with a denial",
  },
  PermissionRequest: { event: "PermissionRequest", can: can("block"), source: measured, note: "exit code 2 has no effect here" },
  PostToolUse: { event: "PostToolUse", can: can("block", "context", "stop"), source: measured, note: "a block adds text to the result" },
  PostToolUseFailure: { event: "PostToolUseFailure", can: can("context"), source: measured },
  Stop: { event: "Stop", can: can("block", "stop"), source: measured, note: "context here keeps the agent going, as a block does" },
  SubagentStart: { event: "SubagentStart", can: can("context"), source: measured },
  SubagentStop: {
    event: "SubagentStop",
    can: can("block"),
    source: measured,
    note: "context here keeps the subagent going, as a block does",
  },
  Notification: { event: "Notification", can: can(), source: documented },
  PreCompact: {
    event: "PreCompact",
    can: can("block"),
    text: "instructions",
    silent: true,
    source: PROGRAM,
    note: "stdout, JSON or not, becomes instructions for the summary; a full conversation that is not shortened ends the run",
  },
  SessionEnd: {
    event: "SessionEnd",
    can: can(),
    byExitCode: true,
    source: PROGRAM,
    note: "the user is shown stderr with exit code 2, and no `systemMessage`",
  },
  StopFailure: { event: "ErrorOccurred", can: can(), source: documented },
  PostToolBatch: {
    can: can("block", "context", "stop"),
    prevents: "the next request to the model: the run ends",
    source: PROGRAM,
  },
  MessageDisplay: { can: can(), source: PROGRAM, note: "`displayContent` changes what is shown" },
  UserPromptExpansion: {
    can: can("block", "context", "stop"),
    prevents: "the command from becoming a prompt",
    text: "context",
    source: PROGRAM,
  },
  Setup: { can: can(), source: PROGRAM },
  PermissionDenied: { can: can(), source: documented, note: "`retry` tells the model that it may try again" },
  TaskCreated: { can: can("block"), prevents: "the task from being created", source: PROGRAM },
  TaskCompleted: { can: can("block"), prevents: "the task from being completed", source: PROGRAM },
  TeammateIdle: { can: can("block"), prevents: "the teammate from going idle", goesOn: true, source: documented },
  ConfigChange: {
    can: can("block"),
    prevents: "the change from taking effect in this session",
    source: PROGRAM,
    note: "not a change of managed settings",
  },
  CwdChanged: { can: can(), source: PROGRAM, note: "`watchPaths` names files to watch" },
  // The matcher is a list of paths to watch, and an expression for the name of the file.
  FileChanged: {
    can: can(),
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
  WorktreeRemove: { can: can(), source: documented },
  PostCompact: { can: can(), text: "message", source: PROGRAM },
  InstructionsLoaded: { can: can(), source: documented },
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
  beside: tableOf({
    PowerShell: "shell",
    Monitor: "shell",
    REPL: "shell",
    AppifactRepl: "shell",
    self_hosted_runner_spawn_local: "shell",
    NotebookEdit: "file_edit",
    MultiEdit: "file_edit",
    memory_write: "file_write",
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
  source: { how: "measured", version: "2.1.325", date: "2026-11-15" },
};
