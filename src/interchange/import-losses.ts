/** What an agent cannot do of imported hooks, as far as its events tell before any of them runs (IX-15). */

import type { AgentFacts } from "../agents/agent.ts";
import { entriesOf } from "../lookup.ts";
import type { EventName } from "../model/event.ts";
import type { Hook } from "../plugins/plugin.ts";

export interface ImportLoss {
  readonly event: EventName;
  readonly hooks: readonly string[];
  /** `event`: the agent has no such event, so they do not run there. */
  readonly lost: "event" | "block" | "rewrite" | "context";
}

const ABILITIES = ["block", "rewrite", "context"] as const;

/** Of the hooks that Symposium runs there. `source` is the agent that they were written for. */
export function importLosses(hooks: readonly Hook[], agent: AgentFacts, source: AgentFacts): readonly ImportLoss[] {
  const byEvent = new Map<EventName, string[]>();
  for (const { event, name, except = [] } of hooks)
    if ("event" in event && !except.includes(agent.name)) byEvent.set(event.event, [...(byEvent.get(event.event) ?? []), name]);
  return [...byEvent].flatMap(([event, names]): ImportLoss[] => {
    const can = abilitiesAt(event, agent);
    if (can === undefined) return [{ event, hooks: names, lost: "event" }];
    const could = abilitiesAt(event, source) ?? [];
    // Context waits for the next event that can carry it (RT-19).
    const isCarried = entriesOf(agent.events).some(([, one]) => one.can.context);
    const lost = could.filter((one) => !can.includes(one) && !(one === "context" && isCarried));
    return lost.map((one) => ({ event, hooks: names, lost: one }));
  });
}

/** Of all native events that mean this one. */
function abilitiesAt(event: EventName, { events }: AgentFacts) {
  const found = entriesOf(events).flatMap(([, facts]) => (facts.event === event ? [facts.can] : []));
  return found.length === 0 ? undefined : ABILITIES.filter((one) => found.some((can) => can[one]));
}
