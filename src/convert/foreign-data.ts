/** What `provider_data` of other agents says about a hook that this agent cannot do: then it would be another hook. */

import { HOOK_FILES } from "../agents/native-list.ts";
import type { HookFiles } from "../agents/hook-files.ts";
import type { ManifestHook } from "../canonical/hook-manifest.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import { entriesOf, hasWord, lookUp } from "../lookup.ts";
import { dataOf, notesOf } from "../hook-manifest/native-notes.ts";
import type { Target } from "./target.ts";

/** A key of another agent's entry that says when the hook runs, unless our shim judges it for this agent (`judged`). */
export function foreignFilter(hook: ManifestHook, target: Target, judged?: string): string | undefined {
  for (const { agent, filters = [], split = [], condition } of HOOK_FILES) {
    const data = agent === target.agent ? {} : dataOf(hook, agent);
    const { event, matcher } = agent === target.agent ? {} : notesOf(hook, agent);
    // There it is compared with something else than the tool's name.
    if (matcher !== undefined && split.some(({ native }) => native === event)) return `provider_data.${agent}.native.matcher`;
    const key = filters.find((name) => hasWord(data, name) && !(agent === judged && name === condition));
    if (key !== undefined) return `provider_data.${agent}.${key}`;
  }
  return undefined;
}

/** A key of another agent's entry without which its command means something else. */
export function foreignNeed(hook: ManifestHook, target: Target): string | undefined {
  for (const files of HOOK_FILES) {
    const key = files.agent === target.agent ? undefined : needOf(dataOf(hook, files.agent), files);
    if (key !== undefined) return `provider_data.${files.agent}.${key}`;
  }
  return undefined;
}

export function needOf(data: JsonObject, { needs }: HookFiles): string | undefined {
  return entriesOf<Json>(needs ?? {}).find(([name, usual]) => hasWord(data, name) && lookUp(data, name) !== usual)?.[0];
}
