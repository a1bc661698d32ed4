/** The events of an agent at which some plugin could act. Inactive plugins count: what activates them would not be noticed in time. */

import type { EventFacts } from "../agents/agent.ts";
import { readersOf } from "../agents/find-agent.ts";
import { NATIVE_EVENTS } from "../agents/native-list.ts";
import { acceptedHooks, type ConsentBook } from "../consent/consent-book.ts";
import { entriesOf, lookUp, type Table, tableOf } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import { isPortableFormat } from "../model/handler-formats.ts";
import { eventOfSection, type Hook } from "../plugins/plugin.ts";

/** The part of a loaded plugin that is needed here. */
export interface Asking {
  readonly plugin: { readonly hooks: readonly Pick<Hook, "event" | "agent" | "except" | "format" | "onFailure">[] };
}

/** Native events with a hook that a call through this agent's hook file would find: the agent's own, or another's that reads the file too. */
export function usedEvents(agent: string, plugins: readonly Asking[]): ReadonlySet<string> {
  return throughFileOf(agent, (caller) => askedOf(caller, plugins));
}

/** The used events, and those that may have to deliver context from an earlier event, or to drop it. */
export function busyEvents(agent: string, plugins: readonly Asking[]): ReadonlySet<string> {
  return throughFileOf(agent, (caller) => withLaterOnes(caller, askedOf(caller, plugins)));
}

const NONE = tableOf<EventFacts>({});

export function nativeEventsOf(agent: string): Table<EventFacts> {
  return lookUp(NATIVE_EVENTS, agent) ?? NONE;
}

/** An agent that reads another's file calls with that one's names, and means its own event of the same kind. */
function throughFileOf(agent: string, eventsOf: (caller: string) => ReadonlySet<string>): ReadonlySet<string> {
  const used = new Set(eventsOf(agent));
  const events = nativeEventsOf(agent);
  for (const reader of readersOf(agent)) {
    const theirs = nativeEventsOf(reader);
    for (const event of eventsOf(reader)) {
      const kind = lookUp(theirs, event)?.event;
      for (const [native, own] of entriesOf(events)) if (native === event || (kind !== undefined && own.event === kind)) used.add(native);
    }
  }
  return used;
}

/** Goes through the hooks only once: a source may have hundreds, and all agents are asked about. */
function askedOf(caller: string, plugins: readonly Asking[]): ReadonlySet<string> {
  const neutral = new Set<EventFacts["event"]>();
  const native = new Set<string>();
  for (const { plugin } of plugins)
    for (const hook of plugin.hooks) {
      if (!isForCaller(hook, caller)) continue;
      if ("event" in hook.event) neutral.add(hook.event.event);
      else if (hook.event.agent === caller) native.add(hook.event.native);
    }
  const events = entriesOf(nativeEventsOf(caller));
  return new Set(events.flatMap(([name, { event }]) => (native.has(name) || neutral.has(event) ? [name] : [])));
}

function isForCaller({ agent = "", except, format }: Pick<Hook, "agent" | "except" | "format">, caller: string): boolean {
  if (except?.includes(caller) === true) return false;
  return (agent === "" || agent === caller) && (isPortableFormat(format) || format === caller);
}

/**
 * Context from an event where the agent accepts none waits for any event that can carry it (RT-19). A session's end drops what the session
 * remembers, waiting context above all, and records undelivered context as lost.
 */
function withLaterOnes(caller: string, asked: ReadonlySet<string>): ReadonlySet<string> {
  if (asked.size === 0) return asked;
  const events = nativeEventsOf(caller);
  const isEnd = (native: string) => meaningOf(lookUp(events, native)?.event)?.session === "end";
  const carriers = entriesOf(events).flatMap(([native, { can }]) => (can.context ? [native] : []));
  const mayWait = [...asked].some((native) => !carriers.includes(native) && !isEnd(native));
  const ends = Object.keys(events).filter(isEnd);
  return new Set([...asked, ...ends, ...(mayWait ? carriers : [])]);
}

export function askingOfAccepted(book: ConsentBook): readonly Asking[] {
  const hooks = acceptedHooks(book).map(({ section, agent, except, format, isClosed }) => ({
    event: eventOfSection(section),
    format,
    onFailure: isClosed ? ("closed" as const) : ("open" as const),
    agent,
    except,
  }));
  return hooks.length === 0 ? [] : [{ plugin: { hooks } }];
}
