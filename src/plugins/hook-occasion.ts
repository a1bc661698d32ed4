/** When a hook runs and for whom: its format, agent, event, matcher and gate, each checked by itself. */

import { parseMatcher } from "../canonical/matcher.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import { readGate } from "./gate.ts";
import type { HookEntry } from "./hook-entry.ts";
import { hookEvent, PORTABLE_FORMATS } from "./hook-event.ts";
import type { Hook } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";

export type Occasion = Pick<Hook, "format" | "agent" | "event" | "matcher" | "gate">;

/** A finding is always an error: with any of these wrong the hook would act where its author did not mean it to. */
export function hookOccasion(entry: HookEntry, agents: AgentResolver): Occasion | Finding {
  const format = PORTABLE_FORMATS.includes(entry.format) ? entry.format : agents.resolveAgent(entry.format);
  if (format === undefined) return wrong("format", `unknown format \`${entry.format}\``, "use symposium, interchange, or an agent's name");
  const agent = entry.agent === undefined ? undefined : agents.resolveAgent(entry.agent);
  if (entry.agent !== undefined && agent === undefined) return wrong("agent", `unknown agent \`${entry.agent}\``);
  if (agent !== undefined && agent !== format && !PORTABLE_FORMATS.includes(format)) {
    return wrong("format", `it never runs: \`agent\` is ${agent}, and \`format\` is the format of ${format}`);
  }
  const event = hookEvent(entry.event, format, agents);
  if ("message" in event) return event;
  const matcher = parseMatcher(entry.matcher);
  if (matcher.kind === "invalid") {
    return wrong(
      "matcher",
      `the matcher can never match: ${matcher.message}`,
      /lookaround|back ref/.test(matcher.message) ? WAY_OUT : undefined,
    );
  }
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  return { format, ...(agent === undefined ? {} : { agent }), event, matcher, gate };
}

/** Matchers run in linear time, which rules these out. */
const WAY_OUT = "list the tools it is for, as in `Edit|Write`, or drop the matcher and have the handler exit 0 for any other `tool_name`";

function wrong(key: string, message: string, hint?: string): Finding {
  return { key, message, ...(hint === undefined ? {} : { hint }) };
}
