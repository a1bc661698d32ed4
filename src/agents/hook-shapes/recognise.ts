/** Whose file is it? By its place, by names that only one agent has, or by events that the agent knows. */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { type Askable, hasWord } from "../../lookup.ts";
import type { HookFileForm } from "../hook-files.ts";

export interface Signs {
  /** Where the agent's files are. */
  readonly file: RegExp;
  readonly events: Askable<unknown>;
  /** Events of no other agent's flat files. */
  readonly ownEvents?: readonly string[];
  /** Keys of entries in no other agent's files. */
  readonly ownKeys?: readonly string[];
}

export function recognisedBy({ file, events, ownEvents = [], ownKeys = [] }: Signs): HookFileForm["recognise"] {
  return (document, path) => {
    const lists = isObject(document) && isObject(document["hooks"]) ? document["hooks"] : {};
    const names = Object.keys(lists);
    const known = names.filter((name) => hasWord(events, name));
    if (file.test(path)) return names.length === 0 || known.length > 0 ? "certainly" : "possibly";
    if (names.some((name) => ownEvents.includes(name))) return "certainly";
    if (known.length > 0 && entriesIn(lists).some((entry) => ownKeys.some((key) => hasWord(entry, key)))) return "certainly";
    return known.length > 0 && known.length === names.length ? "possibly" : "no";
  };
}

function entriesIn(lists: JsonObject): JsonObject[] {
  return Object.values(lists).flatMap((list) => (Array.isArray(list) ? (list as readonly Json[]).filter((one) => isObject(one)) : []));
}
