/** An agent's own name of a neutral event, the usual one where it has several. */

import type { EventName } from "../canonical/event.ts";
import { entriesOf } from "../lookup.ts";
import type { HookTime } from "./agent.ts";

export function usualNativeEvent({ events }: Pick<HookTime, "events">, event: EventName): string | undefined {
  for (const [native, facts] of entriesOf(events)) if (facts.event === event) return native;
  return undefined;
}
