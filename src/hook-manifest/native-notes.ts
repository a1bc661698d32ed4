/** Our notes in `provider_data` of an agent, under `native`: what the neutral fields do not say of its own entry. */

import type { HookFiles, SplitEvent } from "../agents/hook-files.ts";
import { resolveAgent } from "../agents/hook-time.ts";
import type { ManifestHook } from "../canonical/hook-manifest.ts";
import { isObject, type JsonObject } from "../canonical/json.ts";
import { hasWord, lookUp } from "../lookup.ts";

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
    ...(typeof event === "string" ? { event } : {}),
    ...(typeof matcher === "string" ? { matcher } : {}),
    ...(isObject(group) ? { group } : {}),
    ...(with_previous === true ? { with_previous } : {}),
  };
}
