/** Which of an agent's native events are registered (RG-3). Derived from its table, so there is no second list. */

import type { AgentFacts } from "./agent.ts";
import type { OwnHookFile } from "./set-up.ts";
import { lookUp } from "../lookup.ts";

/**
 * Every event with a neutral counterpart, in the table's order. An event that only this agent has, or that fires constantly, is registered
 * only while some installed plugin, gated or not, uses it.
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
