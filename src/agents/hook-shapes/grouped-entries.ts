/** `{"hooks": {"<event>": [{"matcher": "…", "hooks": [<entry>, …]}, …]}}`: Claude's shape, which others took over. */

import { compact, isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { type FileEntry, type HookFileForm, isUnreadable, type NativeHook } from "../hook-files.ts";
import { hooksUnder, type ReadHooks } from "./hooks-under.ts";

/** `besides`: keys beside the events, which are not events. */
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

/** The same shape for an agent that reads some entries as others. */
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

export function frameEntries(frame: Readonly<Record<string, Json>>): FileEntry[] {
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
    found.push({
      event,
      ...(matcher === undefined ? {} : { matcher }),
      entry,
      ...first,
      ...(position === 0 ? {} : { withPrevious: true }),
    });
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
    value: { ...(matcher === undefined ? {} : { matcher }), ...more, hooks: entries },
    shares: "hooks",
  }));
}
