/** `{"hooks": {"<event>": [<entry>, …]}}`, where an entry has its own matcher. */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { HookFileForm, NativeHook } from "../hook-files.ts";
import { frameEntries } from "./grouped-entries.ts";
import { hooksUnder, type ReadHooks } from "./hooks-under.ts";

/** Where an agent takes other keys for the same thing: `fields` of the form names those that `read` gives. */
export interface EntrySpelling {
  readonly read: (entry: JsonObject) => JsonObject;
  readonly write: (entry: JsonObject) => JsonObject;
}

export interface FlatShape {
  /** More keys that the file needs. */
  readonly frame?: Readonly<Record<string, Json>>;
  readonly place?: readonly string[];
  readonly spelling?: EntrySpelling;
  /** The agent also takes Claude's groups: `{"matcher": "…", "hooks": [<entry>, …]}`. */
  readonly groups?: true;
}

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
