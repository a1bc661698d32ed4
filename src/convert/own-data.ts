/** What `provider_data` of the agent itself adds to its entry (IX-5). It may come from anyone: nothing of it reaches permissions, addresses or other folders. */

import { isObject, type Json, type JsonObject } from "../canonical/json.ts";
import { put } from "../lookup.ts";
import type { Lose } from "./lose.ts";
import type { Target } from "./target.ts";

/** Keys that decide what the agent may do. */
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

/** Keys that the encoder writes itself. */
function knownKeys({ form: { fields } }: Target): ReadonlySet<string> {
  // The key that makes a hook block when it fails may say the opposite, and a manifest has no arguments.
  const { type, platform = {}, timeout, failClosed: _closed, args: _args, ...plain } = fields;
  return new Set([
    "matcher",
    "hooks",
    ...Object.values(plain),
    ...Object.values(platform),
    ...[type, timeout].flatMap((one) => (one === undefined ? [] : [one.key])),
  ]);
}
