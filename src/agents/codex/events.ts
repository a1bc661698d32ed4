/** Codex CLI's hook events. Its output is parsed strictly: one unknown or unsupported field voids the whole answer. */

import { can } from "../abilities.ts";
import type { EventFacts, Source } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

const measured: Source = { how: "measured", version: "0.166.0", date: "2026-11-15" };

const LATER: Source = { how: "measured", version: "0.166.0", date: "2026-11-18" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context", "stop"), text: "context", source: measured },
  UserPromptSubmit: { event: "UserPromptSubmit", can: can("block", "context", "stop"), text: "context", source: measured },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block", "rewrite", "context"),
    source: measured,
    note: "`ask` and `continue: false` void the answer; a rewrite needs `permissionDecision: allow` beside it",
  },
  PermissionRequest: {
    event: "PermissionRequest",
    can: can("block"),
    source: measured,
    note: "context or a rewrite beside the decision voids it",
  },
  PostToolUse: {
    event: "PostToolUse",
    can: can("block", "context"),
    source: measured,
    note: "a block replaces the result by the reason; `continue: false` does the same and the session goes on",
  },
  Stop: { event: "Stop", can: can("block", "stop"), source: measured, note: "no limit of its own; context beside a block voids it" },
  SubagentStart: { event: "SubagentStart", can: can("context"), source: measured },
  SubagentStop: { event: "SubagentStop", can: can("block"), source: measured, note: "context beside a block voids it" },
  PreCompact: {
    event: "PreCompact",
    can: can("block", "stop"),
    source: measured,
    note: "only `continue: false` is obeyed: the conversation is not shortened, and the run ends",
  },
  PostCompact: { can: can("stop"), source: LATER },
  PreModelRequest: { can: can(), source: LATER, note: "no answer is obeyed" },
  PostModelRequest: { can: can(), source: LATER, note: "no answer is obeyed" },
  SessionEnd: { event: "SessionEnd", can: can(), source: measured, note: "cut after 2 to 3 seconds whatever is registered" },
});
