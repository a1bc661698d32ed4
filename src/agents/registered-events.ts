/** Which of an agent's native events are registered (RG-3); derived from its table, so that there is no second list. */

import type { AgentFacts } from "./agent.ts";
import type { OwnHookFile } from "./registration.ts";
import { lookUp } from "../lookup.ts";

/**
 * Every event with a neutral counterpart, in the order of the table. An event that only this agent has, or that fires all the time, is there
 * only while it is `used`: while some installed plugin, gated or not, asks for it.
 */
export function registeredEvents(
  { events }: Pick<AgentFacts, "events">,
  { onlyWhileUsed = [] }: Pick<OwnHookFile, "onlyWhileUsed">,
  used: ReadonlySet<string>,
): string[] {
  return Object.keys(events).filter(
    (native) => used.has(native) || (lookUp(events, native)?.event !== undefined && !onlyWhileUsed.includes(native)),
  );
}
