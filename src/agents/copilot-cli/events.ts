/** Copilot CLI's hook events. https://docs.github.com/en/copilot/reference/hooks-reference */

import { can } from "../abilities.ts";
import type { EventFacts, Source, TextLimit } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

const measured: Source = { how: "measured", version: "1.0.102", date: "2026-11-15" };

const documented: Source = {
  how: "documented",
  link: "https://docs.github.com/en/copilot/reference/hooks-reference",
  date: "2026-11-15",
};

/** Copilot silently cuts longer text. */
const AFTER_TOOL: TextLimit = { count: 10_240, unit: "characters" };

export const events = tableOf<EventFacts>({
  sessionStart: { event: "SessionStart", can: can("context"), source: measured },
  userPromptSubmitted: {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    source: measured,
    note: "a subagent's task arrives here too, with `parentAgentId`, and is not a user's prompt",
  },
  preToolUse: { event: "PreToolUse", can: can("block", "ask", "rewrite", "context"), source: measured },
  permissionRequest: {
    event: "PermissionRequest",
    can: can("block"),
    source: measured,
    note: "fires with `--allow-all` too; every change of a file is called `edit` here and has a diff",
  },
  postToolUse: {
    event: "PostToolUse",
    can: can("block", "context"),
    contextLimit: AFTER_TOOL,
    source: measured,
    note: "a block replaces the result by the reason, and context beside it is dropped, so it goes into the reason",
  },
  postToolUseFailure: { event: "PostToolUseFailure", can: can("context"), contextLimit: AFTER_TOOL, source: measured },
  agentStop: {
    event: "Stop",
    can: can("block"),
    source: measured,
    note: "gives up after 8 blocks; a subagent's end arrives here too, with `parentAgentId`, where nothing can be blocked",
  },
  subagentStart: { event: "SubagentStart", can: can("context"), source: measured },
  subagentStop: { event: "SubagentStop", can: can("block"), source: measured, note: "no limit of its own" },
  preCompact: { event: "PreCompact", can: can(), source: measured },
  notification: { event: "Notification", can: can("context"), source: measured, note: "context gives the model one more turn" },
  errorOccurred: { event: "ErrorOccurred", can: can(), source: documented },
  sessionEnd: { event: "SessionEnd", can: can(), source: measured },
});
