/** The work that hook calls leave to a separate process: network, programs of predicates, package managers, and slow copies. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { BUILD } from "../../context.ts";
import { configInForce } from "../../files/config.ts";
import { shortHash } from "../../host/bytes.ts";
import { type Lock, takeLock } from "../../host/lock.ts";
import { type PlacedContext, workspaceState } from "../../host/places.ts";
import { removeEmpty } from "../../host/write-file.ts";
import { freshenIndex, rebuildIndex } from "../../index/rebuild.ts";
import { repositoryAround } from "../../packages/workspace.ts";
import { standingOf } from "../../plugins/skills/synced-record.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import { checkForUpdate } from "../check-for-update.ts";
import { registerAskedEvents, syncServers } from "../entries/register-later.ts";
import { syncSkills } from "./sync-skills.ts";

/** A refresh ends after this long, and with it its lock. */
export const LONGEST_REFRESH_MS = 600_000;
const PATIENCE_MS = 30_000;

/** Files may change faster than we check. */
const MOST_ROUNDS = 3;

/**
 * One at a time for each workspace; changes during the run are handled before it ends. `program` is the file that runs this:
 * `uninstall` removes it first, and then ends the holder of the lock. A later holder sees that it is missing, and does nothing.
 */
export async function refreshWorkspace(app: PlacedContext, folder: string, program?: string): Promise<void> {
  const lock = takeRefreshLock(app, folder, 0);
  if (lock === undefined) return;
  const isUninstalled = program !== undefined && !existsSync(program);
  try {
    if (isUninstalled) return;
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      if (!(await refreshOnce(app, folder)) || !(await isDue(app, folder))) return;
    }
  } finally {
    lock.release();
    if (isUninstalled) for (const made of [app.places.locks, app.places.base]) removeEmpty(made);
  }
}

/** Also for code that waits until detached processes have ended. The workspace is not read before: of many processes that calls start, one reads. */
export function takeRefreshLock({ context, places }: PlacedContext, folder: string, wait: number): Lock | undefined {
  const name = repositoryAround(folder, context) ?? folder;
  return takeLock(join(places.locks, `refresh-${shortHash(name)}`), { now: context.now, wait });
}

async function refreshOnce({ context, places }: PlacedContext, folder: string): Promise<boolean> {
  const read = configInForce(places);
  if (!read.ok || !read.config.autoSync) return false;
  const { config } = read;
  const updating = checkForUpdate({ context, places, config });
  const synced = await syncSkills(
    { context, places },
    { config, folder, scope: "project", level: "none", programs: "acquire", patience: PATIENCE_MS, isUnseen: true },
  );
  await updating;
  await registerAskedEvents({ context, places }, config);
  await syncServers({ context, places }, synced.gathered);
  const hasNews = synced.state === "done" && synced.applied.created.length > 0;
  // Sources and answers may be new, and no hook call has seen the new skills: the next one syncs, and tells which came.
  const request = { context, places, folder, program: BUILD, leavesSkills: true } as const;
  await (hasNews ? rebuildIndex(request) : freshenIndex(request));
  // What was too much to read is too much again.
  return synced.state === "done" && synced.gathered.workspace?.unread === undefined;
}

async function isDue({ context, places }: PlacedContext, folder: string): Promise<boolean> {
  const workspace = workspaceAround(folder, { context, places });
  if (workspace === null) return false;
  const file = workspaceState(places, workspace.folder).synced;
  return (await standingOf(file, { program: BUILD, now: context.now(), folder, env: () => context.env, isStart: false })) === "due";
}
