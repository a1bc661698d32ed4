/** What Claude Code would have sent, for hooks that were written for it. */

import type { EventName } from "../../canonical/event.ts";
import { entriesOf, tableOf } from "../../lookup.ts";
import type { Shim } from "../shim.ts";
import { events } from "./events.ts";
import { ruleHolds } from "./if-rule.ts";
import { hookTime } from "./payload.ts";
import { claudeMeaning } from "./shim-meaning.ts";
import { claudePayload, unknownKeys } from "./shim-payload.ts";

export const shim: Shim = {
  hookTime,
  payload: (input, where) => {
    const { event } = input;
    const nativeEvent = event === null ? undefined : nativeNameOf(event);
    if (event === null || nativeEvent === undefined) return undefined;
    return { nativeEvent, payload: claudePayload({ ...input, event }, nativeEvent, where) };
  },
  unknownFields: (input) => (input.event === null ? [] : unknownKeys({ ...input, event: input.event })),
  matched: tableOf({
    SessionStart: "source",
    SessionEnd: "reason",
    PreCompact: "trigger",
    Notification: "notification_type",
    SubagentStart: "agent_type",
    SubagentStop: "agent_type",
  }),
  holds: (condition, seen, where) => ruleHolds(condition, seen, where, seen.cwd ?? where.project),
  meant: claudeMeaning,
  // `CLAUDECODE` is left out: it says who calls, and Claude Code does not.
  environment: (seen, { project, pluginRoot, envFile }) => ({
    CLAUDE_PROJECT_DIR: project,
    CLAUDE_CODE_SESSION_ID: seen.sessionId ?? "",
    ...(pluginRoot === undefined ? {} : { CLAUDE_PLUGIN_ROOT: pluginRoot }),
    ...(seen.event === "SessionStart" ? { CLAUDE_ENV_FILE: envFile ?? "/dev/null" } : {}),
  }),
};

function nativeNameOf(event: EventName): string | undefined {
  for (const [native, facts] of entriesOf(events)) if (facts.event === event) return native;
  return undefined;
}
