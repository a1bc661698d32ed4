import { meaningOf } from "../canonical/event.ts";
import type { EventFacts } from "./agent.ts";

/** Whether a denial at this event keeps something from happening: there a closed hook denies even if Symposium itself fails (RT-38). */
export function canPrevent(facts: EventFacts | undefined): boolean {
  if (facts?.event !== undefined) return meaningOf(facts.event).prevents === true;
  return facts?.prevents !== undefined && facts.goesOn !== true;
}
