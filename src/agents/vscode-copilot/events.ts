/** The hook events of VS Code's own agent: Claude's names and answers, but the refusal of a stop is elsewhere. */

import { can } from "../abilities.ts";
import type { EventFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

const REFERENCE = documented("https://code.visualstudio.com/docs/agents/reference/hooks-reference", "2026-11-15");
/** The published source of the extension. */
const SOURCE = documented("https://github.com/microsoft/vscode/tree/main/extensions/copilot/src/extension", "2026-11-15");

export const events = tableOf<EventFacts>({
  SessionStart: {
    event: "SessionStart",
    can: can("context"),
    source: SOURCE,
    note: "`continue: false` does not end the run and voids the answer",
  },
  UserPromptSubmit: {
    event: "UserPromptSubmit",
    can: can("block", "context", "stop"),
    source: SOURCE,
    note: "the documentation has neither decision nor context here; the source reads both",
  },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block", "ask", "rewrite", "context", "stop"),
    source: REFERENCE,
    note: "an input that does not fit the tool's schema is dropped, and the old one runs",
  },
  PostToolUse: { event: "PostToolUse", can: can("block", "context", "stop"), source: REFERENCE },
  Stop: { event: "Stop", can: can("block", "stop"), source: REFERENCE, note: "no limit of its own" },
  SubagentStart: { event: "SubagentStart", can: can("context"), source: REFERENCE, note: "`continue: false` voids the answer" },
  SubagentStop: {
    event: "SubagentStop",
    can: can("block", "stop"),
    source: SOURCE,
    note: "the documentation shows the decision at the top; the source reads it nested, as at `Stop`",
  },
  PreCompact: { event: "PreCompact", can: can(), silent: true, source: SOURCE, note: "VS Code ignores the answer, including a message" },
});
