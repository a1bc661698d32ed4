/**
 * Which agent is really calling (RT-23), and what it calls the event: agents read each other's hook files, so the entry's name is only the
 * first candidate.
 */

import type { HookTime } from "../agents/agent.ts";
import type { Environment } from "../context.ts";
import { entriesOf, hasWord, lookUp } from "../lookup.ts";
import { eventFromWord } from "../model/event.ts";
import type { JsonObject } from "../model/json.ts";
import type { Call, HookServices } from "./services.ts";

/** The agent of the registered entry; a host without another name is called by its own. */
export function entryOf({ agent }: Call, services: HookServices): Promise<HookTime> | undefined {
  return agent === undefined ? undefined : services.loadHookTime(services.resolveAgent(agent) ?? agent);
}

export interface Recognised {
  readonly caller: HookTime;
  /** Who else may be calling, as far as the payload and the environment tell. */
  readonly others: readonly HookTime[];
  /** The payload has the caller's shape alone, and no mark of the entry's agent is in the environment. */
  readonly isByShape: boolean;
  /** A mark speaks for the caller as well. */
  readonly isCertain: boolean;
}

/** Among the agents that read the entry's file the payload's shape decides; marks in the environment only break ties. */
export function recogniseCaller(entry: HookTime, payload: JsonObject, services: HookServices): Recognised | Promise<Recognised> {
  const isSure = services.readersOf(entry.name).length === 0 || entry.recognise(payload, services.context.env) === "shape";
  return isSure ? { caller: entry, others: [], isByShape: true, isCertain: true } : recogniseAmongReaders(entry, payload, services);
}

async function recogniseAmongReaders(entry: HookTime, payload: JsonObject, services: HookServices): Promise<Recognised> {
  const { env } = services.context;
  const candidates = [entry, ...(await loadReaders(entry, services))];
  const verdicts = candidates.map((agent) => ({ agent, verdict: agent.recognise(payload, env) }));
  const byShape = verdicts.filter(({ verdict }) => verdict === "shape");
  const claims = byShape.length > 0 ? byShape : verdicts.filter(({ verdict }) => verdict === "mark");
  const [only, ...more] = claims;
  const caller = only === undefined || more.length > 0 ? entry : only.agent;
  const possible = claims.length > 0 ? [entry, ...claims.map(({ agent }) => agent)] : candidates;
  const isByShape = byShape.length === 1 && !isMarked(entry, env);
  const isOnlyEntry = only?.agent === entry && more.length === 0;
  return {
    caller,
    others: isOnlyEntry ? [] : [...new Set(possible)].filter((agent) => agent !== caller),
    isByShape,
    isCertain: isByShape && isMarked(caller, env),
  };
}

/** Whether the environment alone speaks for an agent. */
function isMarked(agent: HookTime, env: Environment): boolean {
  return agent.recognise({}, env) === "mark";
}

/** The agents that read the entry's file too. */
export async function loadReaders({ name }: HookTime, services: HookServices): Promise<readonly HookTime[]> {
  const loaded = await Promise.all(services.readersOf(name).map((reader) => services.loadHookTime(reader)));
  return loaded.filter((reader) => reader !== undefined);
}

/** The native event for a word: its own name in any spelling, or a neutral event this agent has. */
export function nativeEventOf(agent: HookTime, word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  if (hasWord(agent.events, word)) return word;
  const neutral = eventFromWord(word);
  if (neutral !== undefined) for (const [name, { event }] of entriesOf(agent.events)) if (event === neutral) return name;
  const fold = (name: string) => name.replace(/[^A-Za-z0-9]/g, "").toLowerCase();
  return Object.keys(agent.events).find((name) => fold(name) === fold(word));
}

/** Another agent that reads this entry's file names the event in its own way. */
export function eventOf(caller: HookTime, entry: HookTime, event: string): string {
  return caller.name === entry.name ? event : (nativeEventOf(caller, lookUp(entry.events, event)?.event ?? event) ?? event);
}
