/**
 * Syncs skills while agents work (PL-23). A session waits for copies that need only local files; everything else, and every
 * other event, is left to a separate process, which is started when the agent has its answer.
 */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { standingOf } from "../skills/synced-record.ts";
import type { HookServices } from "./hook-services.ts";

export interface AutoSynced {
  /** A separate process has something to do. */
  readonly refresh: boolean;
  /** Copies were made or removed, and the agent may have read them before. */
  readonly changed: boolean;
  readonly problems: readonly string[];
}

const NOTHING_DUE: AutoSynced = { refresh: false, changed: false, problems: [] };

const LONGEST_MS = 2_000;

/** `record` is that of the last sync; the caller has seen a change, or is at an event that checks. */
export async function autoSync(services: HookServices, folder: string, record: string, { event }: HookInput): Promise<AutoSynced> {
  const isStart = meaningOf(event)?.session === "start";
  const { build: program, context, recordedEnv: env } = services;
  const standing = await standingOf(record, { program, now: context.now(), folder, env, isStart });
  if (standing === "in-step") return NOTHING_DUE;
  if (standing === "refresh" || !isStart) return { ...NOTHING_DUE, refresh: true };
  const { left, ...rest } = await services.syncSkills(folder, LONGEST_MS);
  return { refresh: left, ...rest };
}
