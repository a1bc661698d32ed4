/** What the matcher of an event without a tool is about, on Claude Code and on hosts that copied it whole. */

import { tableOf } from "../../lookup.ts";

export const MATCHED_FIELDS = tableOf({
  SessionStart: "source",
  SessionEnd: "reason",
  PreCompact: "trigger",
  Notification: "notification_type",
  SubagentStart: "agent_type",
  SubagentStop: "agent_type",
});
