import type { HookTime } from "../agents/agent.ts";
import { eventFromWord } from "../canonical/event.ts";
import { entriesOf, hasWord } from "../lookup.ts";

/** The native event for a word: its own name in any spelling, or a neutral event this agent has. */
export function nativeEventOf(agent: HookTime, word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (hasWord(agent.events, word)) return word;
  const neutral = eventFromWord(word);
  if (neutral !== undefined) for (const [name, { event }] of entriesOf(agent.events)) if (event === neutral) return name;
  const fold = (name: string) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return Object.keys(agent.events).find((name) => fold(name) === fold(word));
}
