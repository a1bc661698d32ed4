/**
 * What `provider_data` says about a hook (IX-5): that of the agent itself adds to its entry, and that of others may say what this agent cannot
 * do. It may come from anyone: nothing of it reaches permissions, addresses or other folders.
 */

import type { HookFiles } from "../agents/hook-files.ts";
import { HOOK_FILES } from "../agents/hook-files-list.ts";
import { entriesOf, hasWord, lookUp, put } from "../lookup.ts";
import type { ManifestHook } from "../model/hook-manifest.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import { dataOf, notesOf } from "../plugins/hook-manifest/native-filter.ts";
import type { Lose } from "./losses.ts";
import type { Target } from "./target.ts";

const POWERFUL = /permission|allow|trust|approv|sandbox|bypass|^(?:__proto__|constructor|prototype)$/i;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;
const OUTSIDE = /^(?:[/\\~]|[a-z]:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/i;

export function ownData(data: JsonObject, target: Target, lose: Lose): JsonObject {
  if (Object.keys(data).length === 0) return data;
  const known = knownKeys(target);
  const kept: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(data)) {
    if (key === "native" || value === undefined) continue;
    const field = `provider_data.${target.agent}.${key}`;
    if (known.has(key)) lose(field, "the manifest has its own field for it", "dropped");
    else if (POWERFUL.test(key) || isPowerful(value))
      lose(field, "it could give the agent permissions, addresses or folders outside the project", "dropped");
    else put(kept, key, value);
  }
  return kept;
}

function isPowerful(value: Json): boolean {
  if (typeof value === "string") return ADDRESS.test(value) || OUTSIDE.test(value);
  if (Array.isArray(value)) return (value as readonly Json[]).some(isPowerful);
  return isObject(value) && Object.entries(value).some(([key, one]) => POWERFUL.test(key) || isPowerful(one ?? null));
}

function knownKeys({ form: { fields } }: Target): ReadonlySet<string> {
  // The key that makes a hook block when it fails may say the opposite, and a manifest has no arguments.
  const { type, platform = {}, timeout, failClosed: _closed, args: _args, ...plain } = fields;
  const keys = [type, timeout].flatMap((one) => (one === undefined ? [] : [one.key]));
  return new Set(["matcher", "hooks", ...Object.values(plain), ...Object.values(platform), ...keys]);
}

/** A key of another agent's entry that says when the hook runs, unless our shim judges it for this agent (`judged`). */
export function foreignFilter(hook: ManifestHook, target: Target, judged?: string): string | undefined {
  for (const { agent, filters = [], split = [], condition } of HOOK_FILES) {
    const data = agent === target.agent ? {} : dataOf(hook, agent);
    const { event, matcher } = agent === target.agent ? {} : notesOf(hook, agent);
    // At such an event the matcher is compared with something other than the tool's name.
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
