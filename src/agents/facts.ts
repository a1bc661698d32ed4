/** Constructors for the tables in `agents/<name>/`, each fact with its source, and what follows from the facts of an event. */

import { entriesOf, type Table, tableOf } from "../lookup.ts";
import { type EventName, isEventName, meaningOf } from "../model/event.ts";
import type { Abilities } from "../model/input.ts";
import type { AgentFacts, EventFacts, Fact, FileFact, HookSwitch, HookTime, Scope, ScopedFiles, Source } from "./agent.ts";

export function measured(version: string, date: string): Source {
  return { how: "measured", version, date };
}

export function documented(link: string, date: string): Source {
  return { how: "documented", link, date };
}

export function fact<const T>(source: Source, value: T): Fact<T> {
  return { value, source };
}

export function facts<const T>(source: Source, ...values: readonly T[]): readonly Fact<T>[] {
  return values.map((value) => ({ value, source }));
}

export function file(path: string, source: Source, note?: string): FileFact {
  return note === undefined ? { path, source } : { path, source, note };
}

/** What keeps hooks from running: for each of the files a row for each key. */
export function switchesIn(
  source: Source,
  scope: Scope,
  files: readonly string[],
  reads: HookSwitch["reads"],
  ...rows: readonly (readonly [key: HookSwitch["key"], when: HookSwitch["when"], effect?: HookSwitch["effect"]])[]
): readonly Fact<HookSwitch>[] {
  return files.flatMap((file) => rows.map(([key, when, effect = "off"]) => fact(source, { scope, file, reads, key, when, effect })));
}

export function files(source: Source, ...paths: readonly string[]): readonly FileFact[] {
  return paths.map((path) => ({ path, source }));
}

export function inBoth(...files: readonly FileFact[]): ScopedFiles {
  return { user: files, project: files };
}

/** The facts that are already in `payload.ts`, the part that is loaded when the agent calls. */
export function fromHookTime(
  { name, events, allow, contextLimit, systemMessage }: HookTime,
  source: Source,
): Pick<AgentFacts, "name" | "events" | "allow" | "contextLimit" | "systemMessage"> {
  const [allowed, limit, message] = [fact(source, allow), fact(source, contextLimit), fact(source, systemMessage)];
  return { name, events, allow: allowed, contextLimit: limit, systemMessage: message };
}

/** An agent's events. A row without a source has the usual one, one without abilities none, and one that has a neutral event's name is that event. */
export function eventTable(usual: Source, rows: Readonly<Record<string, Partial<EventFacts>>>): Table<EventFacts> {
  const full = Object.entries(rows).map(([native, { event, can: abilities = can(), source = usual, note, ...facts }]) => {
    const meant = event ?? (isEventName(native) ? native : undefined);
    return [native, { event: meant, can: abilities, ...facts, source, note }] as const;
  });
  return tableOf(Object.fromEntries(full));
}

/** Name → meaning, from a list of names for each meaning. */
/* @__NO_SIDE_EFFECTS__ */
export function toolNames<T extends string>(lists: Readonly<Partial<Record<T, readonly string[]>>>): Table<T> {
  const all = Object.entries<readonly string[] | undefined>(lists) as [T, readonly string[]][];
  return tableOf(Object.fromEntries(all.flatMap(([meant, names]) => names.map((name) => [name, meant]))));
}

/** Writing an event's abilities as a list of words, for the tables in the agents' folders. */
export function can(...words: readonly (keyof Abilities)[]): Abilities {
  const abilities = { block: false, ask: false, rewrite: false, context: false, stop: false };
  for (const word of words) abilities[word] = true;
  return abilities;
}

/** Whether a denial at this event keeps something from happening: there a closed hook denies even if Symposium itself fails (RT-38). */
export function canPrevent(facts: EventFacts | undefined): boolean {
  if (facts?.event !== undefined) return meaningOf(facts.event).prevents === true;
  return facts?.prevents !== undefined && facts.goesOn !== true;
}

/** An agent's own name of a neutral event, the usual one where it has several. */
export function usualNativeEvent({ events }: Pick<HookTime, "events">, event: EventName): string | undefined {
  for (const [native, facts] of entriesOf(events)) if (facts.event === event) return native;
  return undefined;
}
