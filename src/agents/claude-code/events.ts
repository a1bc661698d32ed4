/** Claude Code's hook events. https://code.claude.com/docs/en/hooks */

import { can } from "../abilities.ts";
import type { EventFacts, Source } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

const measured: Source = { how: "measured", version: "2.1.325", date: "2026-11-15" };
const documented: Source = { how: "documented", link: "https://code.claude.com/docs/en/hooks", date: "2026-11-15" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context"), source: measured },
  UserPromptSubmit: { event: "UserPromptSubmit", can: can("block", "context", "stop"), source: measured },
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
    can: can(),
    silent: true,
    source: measured,
    note: "stdout, JSON or not, becomes instructions for the summary",
  },
  SessionEnd: { event: "SessionEnd", can: can(), source: measured },
  StopFailure: { event: "ErrorOccurred", can: can(), source: documented },
  PostToolBatch: { can: can(), source: measured },
  MessageDisplay: { can: can(), source: measured },
  UserPromptExpansion: { can: can(), source: measured },
  Setup: { can: can(), source: measured },
  PermissionDenied: { can: can(), source: documented },
  TaskCreated: { can: can(), source: documented },
  TaskCompleted: { can: can(), source: documented },
  TeammateIdle: { can: can(), source: documented },
  ConfigChange: { can: can(), source: documented },
  CwdChanged: { can: can(), source: measured },
  FileChanged: { can: can(), source: documented },
  WorktreeCreate: { can: can(), source: measured, note: "a hook on this event must print the path of a worktree" },
  WorktreeRemove: { can: can(), source: documented },
  PostCompact: { can: can(), source: measured },
  InstructionsLoaded: { can: can(), source: measured },
  Elicitation: { can: can(), source: documented },
  ElicitationResult: { can: can(), source: documented },
});
