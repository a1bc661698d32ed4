/** Claude Code's hook events. https://code.claude.com/docs/en/hooks */

import { can } from "../abilities.ts";
import type { EventFacts, Source } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

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
