/** When a hook runs and for whom: its format, agent, event, matcher and gate, each checked by itself. */

import { isPortableFormat, shimmedAgent, shimOf } from "../canonical/handler-format.ts";
import { parseMatcher } from "../canonical/matcher.ts";
import type { AgentResolver } from "./agent-resolver.ts";
import { readGate } from "./gate.ts";
import type { HookEntry } from "./hook-entry.ts";
import { hookEvent } from "./hook-event.ts";
import type { Hook } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";

export type Occasion = Pick<Hook, "format" | "agent" | "event" | "native" | "contract" | "matcher" | "gate">;

/** A finding is always an error: with any of these wrong the hook would act where its author did not mean it to. */
export function hookOccasion(entry: HookEntry, agents: AgentResolver): Occasion | Finding {
  const format = resolvedFormat(entry.format, agents);
  if (format === undefined)
    return wrong(
      "format",
      `unknown format \`${entry.format}\``,
      "use symposium, interchange, an agent's name, or shim: and an agent's name",
    );
  const agent = entry.agent === undefined ? undefined : agents.resolveAgent(entry.agent);
  if (entry.agent !== undefined && agent === undefined) return wrong("agent", `unknown agent \`${entry.agent}\``);
  if (agent !== undefined && agent !== format && !isPortableFormat(format)) {
    return wrong("format", `it never runs: \`agent\` is ${agent}, and \`format\` is the format of ${format}`);
  }
  const found = hookEvent(entry.event, format, agents, agent);
  if ("message" in found) return found;
  const { contract, ...event } = found;
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
  return {
    format,
    ...(agent === undefined ? {} : { agent }),
    event,
    ...nativeFilter(entry.event, format, agents),
    ...(contract === undefined ? {} : { contract }),
    matcher,
    gate,
  };
}

/** A hook for one of several native events runs at that one alone. */
function nativeFilter(word: string, format: string, agents: AgentResolver): Pick<Hook, "native"> {
  const agent = shimmedAgent(format);
  const own = agent === undefined ? undefined : agents.resolveNativeEvent(agent, word);
  return own?.isOneOfSeveral === true ? { native: { event: own.native } } : {};
}

function resolvedFormat(word: string, agents: AgentResolver): string | undefined {
  const shimmed = shimmedAgent(word);
  if (shimmed === undefined) return isPortableFormat(word) ? word : agents.resolveAgent(word);
  const agent = agents.resolveAgent(shimmed);
  return agent === undefined ? undefined : shimOf(agent);
}

/** Matchers run in linear time, which rules these out. */
const WAY_OUT = "list the tools it is for, as in `Edit|Write`, or drop the matcher and have the handler exit 0 for any other `tool_name`";

function wrong(key: string, message: string, hint?: string): Finding {
  return { key, message, ...(hint === undefined ? {} : { hint }) };
}
