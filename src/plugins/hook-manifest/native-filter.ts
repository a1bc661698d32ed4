/**
 * When an agent runs one of its hooks, as its files or our notes in a hook manifest say it (IX-12). A text or a finding says why a condition
 * cannot be judged: without it the hook would run when it should not.
 */

import { resolveAgent } from "../../agents/find-agent.ts";
import type { HookFiles, NativeHook, SplitEvent } from "../../agents/hook-files.ts";
import { HOOK_FILES } from "../../agents/hook-files-list.ts";
import { NATIVE_EVENTS } from "../../agents/native-list.ts";
import { entriesOf, hasWord, lookUp } from "../../lookup.ts";
import { type EventName, EVENTS, meaningOf } from "../../model/event.ts";
import type { ManifestHandler, ManifestHook } from "../../model/hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { manifestAtoms, type NativeFilter } from "../../model/manifest-matcher.ts";
import { parsePattern } from "../../model/pattern.ts";
import { mentionsVariable } from "../../model/safe-text.ts";
import type { FoundFile } from "../imported/find-files.ts";
import type { HandlerFinding } from "./handler.ts";

export function dialectFilter(hook: ManifestHook, dialect: string, event: EventName): NativeFilter | HandlerFinding {
  const agent = HOOK_FILES.find((one) => one.agent === dialect);
  const { event: noted, matcher, group = {} } = notesOf(hook, dialect);
  const events = entriesOf(lookUp(NATIVE_EVENTS, dialect) ?? {});
  const native = noted ?? events.find(([, facts]) => facts.event === event)?.[0];
  const split = native === undefined || agent === undefined ? undefined : splitFor(hook, agent, native);
  const isMeant = split !== undefined || events.some(([name, facts]) => name === native && facts.event === event);
  if (agent === undefined || native === undefined || !isMeant)
    return finding(["event"], `${dialect} has no event \`${noted ?? hook.event}\` for this`, "correct the dialect or the event");
  const entry = dataOf(hook, dialect);
  const unmet = unmetNeed(
    { ...entry, handler: hook.handler as ManifestHandler & Json },
    { variables: agent.pluginVariables ?? [], needs: entriesOf<Json>(agent.needs ?? {}) },
  );
  if (unmet !== undefined) return finding(["handler"], unmet, "write the command so that it does without");
  const condition = conditionOf({ event: native, entry, group }, agent);
  if (typeof condition === "string") return finding(["provider_data", dialect], condition, "remove it, or test it in the command");
  // An event for one kind of tool needs no matcher.
  const { hasTool } = meaningOf(event);
  const own = { event: native, entry, matcher: hasTool ? undefined : matcher };
  const byTool = { atoms: hook.matcher === undefined ? undefined : manifestAtoms(hook.matcher) };
  const atoms = hasTool && split === undefined ? byTool : atomsOf(own, event, { agent, form: agent.forms[0] });
  if (typeof atoms === "string") return finding(["provider_data", dialect], atoms, "remove it, or test it in the command");
  return { event: noted, ...atoms, ...condition };
}

function finding(path: readonly string[], message: string, hint: string): HandlerFinding {
  return { path, message, hint };
}

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

/** Says what only the hook's own agent provides, without which the command means something else. */
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

/** Our notes in `provider_data` of an agent, under `native`: what the neutral fields do not say of its own entry. */
export interface NativeNotes {
  readonly event?: string;
  readonly matcher?: string;
  /** More keys of the group around the entry. */
  readonly group?: JsonObject;
  readonly with_previous?: true;
}

/** One of the agent's events for one kind of tool, where the hook is for exactly these tools. */
export function splitFor({ event, matcher }: ManifestHook, { split }: Pick<HookFiles, "split">, native: string): SplitEvent | undefined {
  return split?.find((one) => one.native === native && one.event === event && JSON.stringify(one.matcher) === JSON.stringify(matcher));
}

/** Under the agent's name, or another word for it, such as the format's own. */
export function dataOf({ provider_data }: ManifestHook, agent: string): JsonObject {
  if (provider_data === undefined) return {};
  const word = hasWord(provider_data, agent) ? agent : Object.keys(provider_data).find((one) => resolveAgent(one) === agent);
  const data = word === undefined ? undefined : lookUp(provider_data, word);
  return isObject(data) ? data : {};
}

/** A manifest may come from anywhere, so a note of a wrong type is not one. */
export function notesOf(hook: ManifestHook, agent: string): NativeNotes {
  const notes = dataOf(hook, agent)["native"];
  if (!isObject(notes)) return {};
  const { event, matcher, group, with_previous } = notes;
  return {
    event: typeof event === "string" ? event : undefined,
    matcher: typeof matcher === "string" ? matcher : undefined,
    group: isObject(group) ? group : undefined,
    with_previous: with_previous === true ? with_previous : undefined,
  };
}
