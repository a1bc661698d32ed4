/** Gemini CLI's hook events. https://geminicli.com/docs/hooks/reference/ */

import { can } from "../abilities.ts";
import type { EventFacts, Source } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

const measured: Source = { how: "measured", version: "0.61.0", date: "2026-11-15" };

const OWN: Source = { how: "measured", version: "0.61.0", date: "2026-11-18" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context"), source: measured },
  BeforeAgent: { event: "UserPromptSubmit", can: can("block", "context", "stop"), source: measured },
  BeforeTool: {
    event: "PreToolUse",
    can: can("block", "ask", "rewrite", "stop"),
    source: measured,
    note: "context is ignored here and waits for the result of the tool",
  },
  AfterTool: {
    event: "PostToolUse",
    can: can("block", "context", "stop"),
    source: measured,
    note: "a block replaces the result by the reason; a failed tool carries no context; a denied one has no such event",
  },
  AfterAgent: { event: "Stop", can: can("block", "stop"), source: measured, note: "no limit of its own" },
  Notification: { event: "Notification", can: can(), source: measured },
  PreCompress: { event: "PreCompact", can: can(), source: measured, note: "fires before every request to the model" },
  SessionEnd: { event: "SessionEnd", can: can(), source: measured },
  BeforeModel: { can: can("block", "stop"), prevents: "the request to the model", source: OWN },
  AfterModel: {
    can: can("block", "stop"),
    prevents: "what the model answered: the run ends",
    source: OWN,
    note: "a denial alone only shows its reason, and the tool runs, so it is sent with `continue: false`",
  },
  BeforeToolSelection: { can: can(), showsNothing: true, source: OWN, note: "`toolConfig` limits the tools" },
});
