/** When an agent runs one of its hooks, as its files say it. What cannot be kept is a text that says why: the hook would run when it should not. */

import type { HookFiles, NativeHook } from "../../agents/hook-files.ts";
import { EVENTS, type EventName } from "../../canonical/event.ts";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { parsePattern } from "../../canonical/linear-regex/parse.ts";
import { mentionsVariable } from "../../canonical/mentions-variable.ts";
import type { NativeFilter } from "../../canonical/native-filter.ts";
import { lookUp } from "../../lookup.ts";
import type { FoundFile } from "./find-files.ts";

/** The agent's own condition, and other keys that narrow when it runs. */
export function conditionOf(
  { entry, group = {} }: NativeHook,
  { filters = [], condition }: HookFiles,
): Pick<NativeFilter, "condition"> | string {
  let found: Pick<NativeFilter, "condition"> = {};
  for (const key of filters) {
    const value = lookUp(entry, key) ?? lookUp(group, key);
    if (value === undefined || value === null || value === false || value === "") continue;
    if (key !== condition || typeof value !== "string") return `Symposium cannot judge \`${key}\`: ${JSON.stringify(value)}`;
    found = { condition: value };
  }
  return found;
}

/** Without these its command means something else. */
export function unmetNeed(
  entry: JsonObject,
  { variables, needs }: { readonly variables: readonly string[]; readonly needs: readonly (readonly [word: string, usual: Json])[] },
): string | undefined {
  const needed = variables.find((name) => mentionsVariable(JSON.stringify(entry), name));
  if (needed !== undefined) return `it needs ${needed}, which only the agent itself sets`;
  for (const [word, usual] of needs) {
    const value = lookUp(entry, word);
    if (value !== undefined && value !== null && value !== usual) return `its command needs \`${word}\` to be ${JSON.stringify(value)}`;
  }
  return undefined;
}

/** At an event with a tool its matcher is about the tool; at a few others, about a word of the event. Elsewhere agents ignore it. */
export function atomsOf(
  { matcher, event: native }: NativeHook,
  event: EventName,
  { agent, form }: Pick<FoundFile, "form"> & { readonly agent: HookFiles },
): Pick<NativeFilter, "atoms"> | string {
  const isRead = EVENTS[event].hasTool || agent.wordMatchers?.includes(native) === true;
  const syntax = form.matcher ?? agent.matcher;
  const atoms = matcher === undefined || matcher === "" || !isRead ? undefined : syntax?.read(matcher);
  if (atoms === undefined) return {};
  for (const atom of atoms) {
    const parsed = atom.kind === "pattern" ? parsePattern(atom.text) : undefined;
    if (parsed?.ok === false) return `Symposium cannot judge the matcher ${JSON.stringify(matcher)}: ${parsed.message}`;
  }
  return { atoms };
}
