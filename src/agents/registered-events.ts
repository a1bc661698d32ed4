/** Which of an agent's native events are registered (RG-3); derived from its table, so that there is no second list. */

import type { EventName } from "../canonical/event.ts";
import type { AgentFacts } from "./agent.ts";
import type { OwnHookFile } from "./registration.ts";

/** What the hooks of installed plugins ask for, gated or not. */
export interface UsedEvents {
  readonly neutral: ReadonlySet<EventName>;
  /** Native names, from hooks in this agent's own format. */
  readonly native: ReadonlySet<string>;
}

/**
 * Every event with a neutral counterpart, in the order of the table. An event that only this agent has, or that fires all the time, is there
 * only while a plugin uses it.
 */
export function registeredEvents(
  { events }: Pick<AgentFacts, "events">,
  { onlyWhileUsed = [] }: Pick<OwnHookFile, "onlyWhileUsed">,
  used: UsedEvents,
): string[] {
  const isRegistered = (native: string, event: EventName | undefined) =>
    used.native.has(native) || (event !== undefined && (!onlyWhileUsed.includes(native) || used.neutral.has(event)));
  return Object.entries(events).flatMap(([native, { event }]) => (isRegistered(native, event) ? [native] : []));
}
