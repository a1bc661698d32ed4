/** goose's hook events. https://goose-docs.ai/docs/guides/context-engineering/hooks */

import { can } from "../abilities.ts";
import type { EventFacts, Source } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

const measured: Source = { how: "measured", version: "1.52.0", date: "2026-11-15" };
const HOOKS = "https://raw.githubusercontent.com/block/goose/main/documentation/docs/guides/context-engineering/hooks.md";

export const events = tableOf<EventFacts>({
  SessionStart: {
    event: "SessionStart",
    can: can(),
    source: measured,
    note: "no working folder in the payload; not when a session is resumed",
  },
  UserPromptSubmit: { event: "UserPromptSubmit", can: can(), source: measured, note: "the prompt is sent whatever is answered" },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block"),
    source: measured,
    note: "fires after the user was asked for approval, and not for what a subagent does",
  },
  PostToolUse: { event: "PostToolUse", can: can(), source: measured, note: "the payload has no result of the tool" },
  PostToolUseFailure: { event: "PostToolUseFailure", can: can(), source: measured, note: "the payload does not say what failed" },
  Stop: { event: "Stop", can: can("block"), source: measured, note: "goose itself gives up after eight blocked stops" },
  SessionEnd: { event: "SessionEnd", can: can(), source: measured },
  PreToolUseResult: { can: can(), source: measured, note: "reports what the hooks before a tool decided" },
  BeforeShellExecution: { can: can(), source: measured, note: "cannot block" },
  AfterShellExecution: { can: can(), source: measured, note: "not after a command that failed" },
  AfterFileEdit: { can: can(), source: measured },
  BeforeReadFile: {
    can: can(),
    source: { how: "documented", link: HOOKS, date: "2026-11-15" },
    note: "no tool of this version reads files",
  },
});
