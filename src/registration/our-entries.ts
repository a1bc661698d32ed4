/** Which values in an agent's file call us, or the Rust tool before us, whichever tool wrote them. */

import { callsRustTool, textsIn } from "../agents/mentions-us.ts";
import { isObject, sameJson, type Json } from "../canonical/json.ts";
import type { Place } from "../config-files/editor.ts";
import { lookUp } from "../lookup.ts";

/** Whether the value contains a call of our program for this agent. */
export function callsUs(value: Json | undefined, agent: string): boolean {
  return textsIn(value).some((text) => OURS.exec(text)?.[1] === agent);
}

const OURS = /\bsymposium-hook(?:\.exe|\.cmd)?["']?\s+([a-z][a-z-]*)\s/;

/** The keys under which that tool put its command. */
const COMMANDS = ["command", "bash"];

/** The places of all hooks of the Rust tool in a document. Its name elsewhere is not ours. */
export function rustHooks(document: Json | undefined): Place[] {
  return rustHooksBelow(valueAt(document, ["hooks"]), ["hooks"]);
}

function rustHooksBelow(value: Json | undefined, place: Place): Place[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => rustHooksBelow(item as Json, [...place, at]));
  if (!isObject(value)) return [];
  if (typeof place.at(-1) === "number" && COMMANDS.some((key) => callsRustTool(lookUp(value, key)))) return [place];
  return Object.entries(value).flatMap(([key, member]) => rustHooksBelow(member, [...place, key]));
}

export function valueAt(value: Json | undefined, place: Place): Json | undefined {
  let found = value;
  for (const step of place) {
    if (typeof step === "number") found = Array.isArray(found) ? (found[step] as Json | undefined) : undefined;
    else found = isObject(found) ? lookUp(found, step) : undefined;
  }
  return found;
}

/** Where our value is in its list: an item, or our hook among those that the user put into our group. */
export function standsAt(items: readonly Json[], value: Json | undefined, shares: string | undefined): Place | undefined {
  const at = items.findIndex((item) => sameJson(item, value));
  if (at >= 0) return [at];
  if (shares === undefined || !isObject(value)) return undefined;
  const hooksOf = (group: Json | undefined) => listAt(group, [shares]);
  const [ours] = hooksOf(value);
  const isOurGroup = (item: Json) => isObject(item) && sameJson({ ...item, [shares]: [ours ?? null] }, value);
  const hookIn = (item: Json | undefined) => hooksOf(item).findIndex((hook) => sameJson(hook, ours));
  const group = items.findIndex((item) => isOurGroup(item) && hookIn(item) >= 0);
  return group < 0 ? undefined : [group, shares, hookIn(items[group])];
}

export function listAt(value: Json | undefined, path: Place): readonly Json[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
