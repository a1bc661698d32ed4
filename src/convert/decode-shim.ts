/** A hook that is called through our shim is the hook that it was before the conversion (IX-5, IX-8). */

import { readShimEntry } from "../agents/shim-entry.ts";
import { hasShim } from "../agents/hook-time.ts";
import type { ManifestHandler } from "../canonical/hook-manifest.ts";
import { INTERCHANGE_SOURCE, readShimmedHook, type ShimmedHook } from "../canonical/shimmed-hook.ts";
import { restored } from "./encode-shim.ts";
import type { Target } from "./target.ts";

export interface RestoredHook {
  /** The agent that it was written for, or `hooks`. */
  readonly source: string;
  readonly handler: ManifestHandler;
  readonly hook: ShimmedHook;
  /** Its matcher is in the entry's command. */
  readonly isFiltered: boolean;
}

/** `undefined` for any other entry, for one that was moved to another event or agent, and for one of an agent that we do not know. */
export function restoredHook(handler: ManifestHandler, native: string, { agent }: Target): RestoredHook | undefined {
  const entry = handler.command === undefined ? undefined : readShimEntry(handler.command);
  if (entry === undefined || entry.on !== agent || entry.event !== native) return undefined;
  if (entry.source !== INTERCHANGE_SOURCE && !hasShim(entry.source)) return undefined;
  const hook = readShimmedHook(entry.hook);
  const { timeout: _timeout, ...rest } = handler;
  return {
    source: entry.source,
    handler: { ...rest, ...restored(hook, entry.command) },
    hook,
    isFiltered: hook.matcher !== undefined,
  };
}
