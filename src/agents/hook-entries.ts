/** The shapes in which hook files list their entries: grouped as Claude Code does it, or flat; and by which signs a file is recognised. */

import { type Askable, hasWord, put } from "../lookup.ts";
import { compact, isObject, type Json, type JsonObject, valueAt } from "../model/json.ts";
import { type FileEntry, type HookFileForm, isUnreadable, type NativeHook, type UnreadableHooks } from "./hook-files.ts";

/** `{"hooks": {"<event>": [{"matcher": "…", "hooks": [<entry>, …]}, …]}}`; `besides`: keys beside the events, which are not events. */
export function groupedEntries(
  frame: Readonly<Record<string, Json>> = {},
  place: readonly string[] = ["hooks"],
  besides: readonly string[] = [],
): Pick<HookFileForm, "read" | "write"> {
  return {
    read: (document) => hooksUnder(document, place, hooksOfGroup, besides),
    write: (hooks) => [[...frameEntries(frame), ...groupEntries(hooks, place)]],
  };
}

export function withEntries(
  { read, write }: Pick<HookFileForm, "read" | "write">,
  asRead: (entry: JsonObject) => JsonObject,
): Pick<HookFileForm, "read" | "write"> {
  return {
    write,
    read: (document) => {
      const hooks = read(document);
      return isUnreadable(hooks) ? hooks : hooks.map((hook) => ({ ...hook, entry: asRead(hook.entry) }));
    },
  };
}

function frameEntries(frame: Readonly<Record<string, Json>>): FileEntry[] {
  return Object.entries(frame).map(([key, value]) => ({ kind: "key", path: [key], value }));
}

function hooksOfGroup(group: Json, event: string, here: readonly (string | number)[]): ReadHooks {
  if (!isObject(group)) return { place: here, message: "must be an object" };
  const { matcher: given, hooks = [], ...more } = group;
  const matcher = given ?? undefined;
  if (matcher !== undefined && typeof matcher !== "string") return { place: [...here, "matcher"], message: "must be a string" };
  if (!Array.isArray(hooks)) return { place: [...here, "hooks"], message: "must be a list" };
  const found: NativeHook[] = [];
  for (const [position, entry] of (hooks as readonly Json[]).entries()) {
    if (!isObject(entry)) return { place: [...here, "hooks", position], message: "must be an object" };
    const first = position === 0 && Object.keys(more).length > 0 ? { group: compact(more) } : {};
    found.push({ event, matcher, entry, ...first, withPrevious: position === 0 ? undefined : true });
  }
  return found;
}

function groupEntries(hooks: readonly NativeHook[], place: readonly string[]): FileEntry[] {
  const groups: { readonly event: string; readonly matcher: string | undefined; readonly more: JsonObject; readonly entries: Json[] }[] =
    [];
  const last = new Map<string, (typeof groups)[number]>();
  for (const { event, matcher, entry, group = {}, withPrevious } of hooks) {
    const before = last.get(event);
    if (withPrevious === true && before !== undefined && before.matcher === matcher) before.entries.push(entry);
    else {
      const next = { event, matcher, more: group, entries: [entry] };
      groups.push(next);
      last.set(event, next);
    }
  }
  return groups.map(({ event, matcher, more, entries }) => ({
    kind: "item",
    path: [...place, event],
    value: { matcher, ...more, hooks: entries },
    shares: "hooks",
  }));
}

/** Where an agent takes other keys for the same thing: `fields` of the form names those that `read` gives. */
export interface EntrySpelling {
  readonly read: (entry: JsonObject) => JsonObject;
  readonly write: (entry: JsonObject) => JsonObject;
}

interface FlatShape {
  readonly frame?: Readonly<Record<string, Json>>;
  readonly place?: readonly string[];
  readonly spelling?: EntrySpelling;
  /** The agent also takes Claude's groups: `{"matcher": "…", "hooks": [<entry>, …]}`. */
  readonly groups?: true;
}

/** `{"hooks": {"<event>": [<entry>, …]}}`, where an entry has its own matcher. */
export function flatEntries({ frame = {}, place = ["hooks"], spelling, groups }: FlatShape = {}): Pick<HookFileForm, "read" | "write"> {
  return {
    read: (document) => hooksUnder(document, place, hooksOfItem),
    write: (hooks) => [
      [...frameEntries(frame), ...joined(hooks).map(({ event, value }) => ({ kind: "item" as const, path: [...place, event], value }))],
    ],
  };

  function hooksOfItem(value: Json, event: string, here: readonly (string | number)[]): ReadHooks {
    if (!isObject(value)) return { place: here, message: "must be an object" };
    const { matcher, ...entry } = value;
    if (matcher !== undefined && typeof matcher !== "string") return { place: [...here, "matcher"], message: "must be a string" };
    const selects = matcher === undefined ? {} : { matcher };
    const { hooks: inner, ...group } = entry;
    if (groups === undefined || inner === undefined) return [{ event, ...selects, entry: spelling?.read(entry) ?? entry }];
    if (!Array.isArray(inner)) return { place: [...here, "hooks"], message: "must be a list" };
    const found: NativeHook[] = [];
    for (const [at, one] of (inner as readonly Json[]).entries()) {
      if (!isObject(one)) return { place: [...here, "hooks", at], message: "must be an object" };
      found.push({ event, ...selects, entry: spelling?.read(one) ?? one, ...(at === 0 ? { group } : { withPrevious: true }) });
    }
    return found;
  }

  /** A hook with a group begins one, which those that follow with the same matcher join; any other is an entry of its own. */
  function joined(hooks: readonly NativeHook[]): { readonly event: string; readonly value: JsonObject }[] {
    const items: { readonly event: string; readonly value: JsonObject }[] = [];
    const open = new Map<string, { readonly matcher: string | undefined; readonly entries: Json[] }>();
    for (const { event, matcher, entry: usual, group, withPrevious } of hooks) {
      const entry = spelling?.write(usual) ?? usual;
      const selects = matcher === undefined ? {} : { matcher };
      const before = withPrevious === true ? open.get(event) : undefined;
      if (before !== undefined && before.matcher === matcher) before.entries.push(entry);
      else if (groups !== undefined && group !== undefined) {
        const entries: Json[] = [entry];
        open.set(event, { matcher, entries });
        items.push({ event, value: { ...selects, ...group, hooks: entries } });
      } else {
        open.delete(event);
        items.push({ event, value: { ...selects, ...entry } });
      }
    }
    return items;
  }
}

type ReadHooks = readonly NativeHook[] | UnreadableHooks;

type ReadItem = (item: Json, event: string, here: readonly (string | number)[]) => ReadHooks;

/** Hooks of a file that lists them by event: `{"<event>": [<item>, …]}`. */
function hooksUnder(document: Json, place: readonly string[], readItem: ReadItem, besides: readonly string[] = []): ReadHooks {
  const events = valueAt(document, ...place);
  if (events === undefined) return [];
  if (!isObject(events)) return { place, message: "must be an object of events" };
  const found: NativeHook[] = [];
  for (const [event, items] of Object.entries(events)) {
    if (besides.includes(event)) continue;
    if (!Array.isArray(items)) return { place: [...place, event], message: "must be a list" };
    for (const [at, item] of (items as readonly Json[]).entries()) {
      const read = readItem(item, event, [...place, event, at]);
      if (isUnreadable(read)) return read;
      found.push(...read);
    }
  }
  return found;
}

// Where an entry has no command for all systems, its command becomes the usual one, and one of these keys says where it runs.

/** The command runs where there is a POSIX shell. This is not a filter: most files with such a command mean every system. */
export const POSIX_ONLY = "posixOnly";
export const WINDOWS_ONLY = "windowsOnly";

export const ONLY_ON = "only";

/** `type` stays in front. */
export function fields({ type, ...rest }: JsonObject, command: JsonObject): JsonObject {
  return { ...(type === undefined ? {} : { type }), ...command, ...rest };
}

export function renamed(entry: JsonObject, from: string, to: readonly string[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(entry)) {
    if (value === undefined) continue;
    for (const name of key === from ? to : [key]) put(result, name, value);
  }
  return result;
}

interface Signs extends Readonly<Partial<Record<"ownEvents" | "ownKeys", readonly string[]>>> {
  readonly file: RegExp;
  readonly events: Askable<unknown>;
}

/** By the place of the file, by names that only one agent has, or by events that the agent knows. */
export function recognisedBy({ file, events, ownEvents = [], ownKeys = [] }: Signs): HookFileForm["recognise"] {
  return (document, path) => {
    const lists = isObject(document) && isObject(document["hooks"]) ? document["hooks"] : {};
    const names = Object.keys(lists);
    const known = names.filter((name) => hasWord(events, name));
    if (file.test(path)) return names.length === 0 || known.length > 0 ? "certainly" : "possibly";
    if (names.some((name) => ownEvents.includes(name))) return "certainly";
    const entries = Object.values(lists).flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : []));
    if (known.length > 0 && entries.some((entry) => ownKeys.some((key) => hasWord(entry, key)))) return "certainly";
    return known.length > 0 && known.length === names.length ? "possibly" : "no";
  };
}
