/**
 * Keeping skills in step while agents work (PL-23). A session waits for copies that need only local files; everything else, and every
 * other event, is left to a process of its own, which is started when the agent has its answer.
 */

import { meaningOf } from "../canonical/event.ts";
import type { HookInput } from "../canonical/input.ts";
import { type Standing, standingOf } from "../skills/synced-record.ts";
import type { IndexAccess } from "./open-index.ts";
import type { HookServices } from "./hook-services.ts";

export interface AutoSynced {
  /** A process of its own has something to do. */
  readonly refresh: boolean;
  /** Copies were made or taken away, and the agent may have looked before. */
  readonly changed: boolean;
  readonly problems: readonly string[];
}

export const NOTHING_DUE: AutoSynced = { refresh: false, changed: false, problems: [] };

const LONGEST_MS = 2_000;

export async function autoSync(services: HookServices, folder: string | null, access: IndexAccess, input: HookInput): Promise<AutoSynced> {
  const isStart = meaningOf(input.event)?.session === "start";
  const standing = folder === null ? "in-step" : await standingNow(services, folder, access, input);
  if (folder === null || standing === "in-step") return NOTHING_DUE;
  if (standing === "refresh" || !isStart) return { ...NOTHING_DUE, refresh: true };
  const { left, ...rest } = await services.syncSkills(folder, LONGEST_MS);
  return { refresh: left, ...rest };
}

/** An ordinary call only looks when it has just seen something change. */
async function standingNow(services: HookServices, folder: string, { index, state }: IndexAccess, { event }: HookInput): Promise<Standing> {
  const file = index?.header.synced;
  const looks = state === "rebuilt" || meaningOf(event)?.looksAround === true;
  if (file === undefined || !looks) return "in-step";
  const isStart = meaningOf(event)?.session === "start";
  return standingOf(file, { programme: services.build, now: services.context.now(), folder, env: services.recordedEnv, isStart });
}
