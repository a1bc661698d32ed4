/**
 * The events that the plugin file reports, under the names it calls our program with: OpenCode's own, written with dashes. A session
 * with a parent is a subagent and has separate names. https://opencode.ai/docs/plugins/
 */

import { can } from "../abilities.ts";
import type { EventFacts, Source } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

const measured: Source = { how: "measured", version: "1.18.33", date: "2026-11-15" };

export const events = tableOf<EventFacts>({
  "session-created": {
    event: "SessionStart",
    can: can("context"),
    source: measured,
    note: "the text is in the system prompt of every request of the session; a resumed session begins with its next prompt",
  },
  "chat-message": {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    source: measured,
    note: "a blocked prompt ends the run; a subagent's task is not a prompt",
  },
  "tool-execute-before": {
    event: "PreToolUse",
    can: can("block", "rewrite"),
    source: measured,
    note: "there is no place for context: it waits for the result of the tool",
  },
  "tool-execute-after": {
    event: "PostToolUse",
    can: can("block", "context"),
    source: measured,
    note: "a block replaces the result by the reason; a tool that failed or was denied has no such event",
  },
  "session-idle": { event: "Stop", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "subagent-created": { event: "SubagentStart", can: can("context"), source: measured },
  "subagent-idle": { event: "SubagentStop", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "session-compacting": {
    event: "PreCompact",
    can: can(),
    source: measured,
    note: "`output.context` of a handler of OpenCode's own form reaches the model that writes the summary",
  },
  "permission-asked": { event: "Notification", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "session-error": { event: "ErrorOccurred", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "session-end": {
    event: "SessionEnd",
    can: can(),
    source: measured,
    note: "when OpenCode disposes of its plugins, for every session that was used, and when a session is deleted",
  },
});
