/** The copies of skills that go when we leave a machine: in every workspace that was ever synced, in the project around, and in the user's own folders. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

import { everySkillFolder } from "../../agents/skill-folders.ts";
import { type InstallPlan, planInstall } from "../../skills/install/plan.ts";
import { readSynced } from "../../skills/synced-record.ts";
import type { SyncWorld } from "./gather.ts";

/** Reads only. A copy that somebody changed stays, and is not ours any more. */
export function planLeaving({ context, places }: SyncWorld, around: string | undefined): readonly InstallPlan[] {
  const now = context.now();
  const workspaces = new Set([...syncedWorkspaces(join(places.cache, "workspaces")), ...(around === undefined ? [] : [around])]);
  const nothing = { targets: [], chosen: [], kept: [], debounceSeconds: 0, now };
  return [
    ...[...workspaces].map((folder) =>
      planInstall({ ...nothing, known: everySkillFolder({ scope: "project", project: folder, context }), within: folder }),
    ),
    planInstall({ ...nothing, known: everySkillFolder({ scope: "user", project: context.cwd, context }) }),
  ];
}

function syncedWorkspaces(folder: string): readonly string[] {
  try {
    return readdirSync(folder).flatMap((name) => readSynced(join(folder, name, "synced.json"))?.workspace ?? []);
  } catch {
    return [];
  }
}
