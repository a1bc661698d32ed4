/** Names that manifests and people use for the events of agents. */

import { entriesOf, lookUp, tableOf } from "../lookup.ts";
import { eventFromWord, type EventName } from "../model/event.ts";
import { EVENT_ALIASES } from "../model/hook-manifest.ts";
import { HOOK_FILES } from "./hook-files-list.ts";
import { NATIVE_EVENTS } from "./native-list.ts";

/** One event of one agent; `event` is absent where only this agent has it. */
export interface ResolvedEvent {
  /** The Hook Interchange Format's name of an event that only this agent has. */
  readonly named?: string;
  readonly native: string;
  readonly event?: EventName;
  /** The agent has other native events for the same neutral one, and the name means this one alone. */
  readonly isOneOfSeveral?: true;
}

/** By its native name (`BeforeTool`), a neutral one (`pre-tool-use`), a native one in dashes, or one of the interchange format, in this order. */
export function resolveNativeEvent(agent: string, word: string): ResolvedEvent | undefined {
  const events = lookUp(NATIVE_EVENTS, agent);
  if (events === undefined) return undefined;
  const natives = Object.keys(events);
  const exclusive = HOOK_FILES.find((one) => one.agent === agent)?.exclusive ?? tableOf<string>({});
  const neutral = eventFromWord(word);
  const native =
    natives.find((name) => name === word) ??
    natives.find((name) => neutral !== undefined && lookUp(events, name)?.event === neutral) ??
    natives.find((name) => kebab(name) === word) ??
    natives.find((name) => lookUp(exclusive, name) === (lookUp(EVENT_ALIASES, word) ?? word));
  if (native === undefined) return undefined;
  const event = lookUp(events, native)?.event;
  const named = lookUp(exclusive, native);
  if (event === undefined) return { native, named };
  const isOneOfSeveral = neutral === undefined && natives.some((name) => name !== native && lookUp(events, name)?.event === event);
  return { native, event, isOneOfSeveral: isOneOfSeveral || undefined };
}

function kebab(name: string): string {
  return name.replaceAll("_", "-").replaceAll(/[A-Z]/gu, (letter, at: number) => `${at === 0 ? "" : "-"}${letter.toLowerCase()}`);
}

/** A neutral event, or one that only this agent has. */
type SomeEvent = { readonly event: EventName } | { readonly agent: string; readonly native: string };

/** Whether the agent obeys a denial there; `undefined` where it has no such event. */
export function isBlockedAt(agent: string, event: SomeEvent): boolean | undefined {
  const events = lookUp(NATIVE_EVENTS, agent);
  if (events === undefined || ("agent" in event && event.agent !== agent)) return undefined;
  const found = entriesOf(events).filter(([native, facts]) => ("native" in event ? native === event.native : facts.event === event.event));
  return found.length === 0 ? undefined : found.some(([, { can }]) => can.block);
}
