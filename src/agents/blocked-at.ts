import type { EventName } from "../canonical/event.ts";
import { entriesOf, lookUp } from "../lookup.ts";
import { NATIVE_EVENTS } from "./native-list.ts";

/** A neutral event, or one that only this agent has. */
export type SomeEvent = { readonly event: EventName } | { readonly agent: string; readonly native: string };

/** Whether the agent obeys a denial there; `undefined` where it has no such event. */
export function isBlockedAt(agent: string, event: SomeEvent): boolean | undefined {
  const events = lookUp(NATIVE_EVENTS, agent);
  if (events === undefined || ("agent" in event && event.agent !== agent)) return undefined;
  const found = entriesOf(events).filter(([native, facts]) => ("native" in event ? native === event.native : facts.event === event.event));
  return found.length === 0 ? undefined : found.some(([, { can }]) => can.block);
}
