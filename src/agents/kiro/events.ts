/** Kiro CLI's hook events, as an agent file names them. Kiro reads exit codes and plain text, not JSON. */

import { can } from "../abilities.ts";
import type { EventFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

const HOOKS = documented("https://kiro.dev/docs/cli/hooks/", "2026-11-15");

export const events = tableOf<EventFacts>({
  agentSpawn: { event: "SessionStart", can: can("context"), source: HOOKS },
  userPromptSubmit: { event: "UserPromptSubmit", can: can("context"), source: HOOKS, note: "exit code 2 only warns here" },
  preToolUse: {
    event: "PreToolUse",
    can: can("block"),
    source: HOOKS,
    note: "exit code 2 denies, and stderr is the reason the model reads; stdout is not documented",
  },
  postToolUse: { event: "PostToolUse", can: can(), source: HOOKS, note: "also for a tool that failed: see `tool_response.success`" },
  stop: { event: "Stop", can: can(), source: HOOKS, note: "cannot be refused" },
});
