/**
 * The programs in the cache: which are in use, by an active plugin of any workspace that was synced or by an index of hooks; removing the
 * others; and acquiring newer ones.
 */

import { basename, dirname, join } from "node:path";

import { configToApply } from "../files/config.ts";
import { takeLock } from "../host/lock.ts";
import { isFolder, pathsIn } from "../host/paths.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { removeEmpty, removeQuietly, renamePatiently, sweepTemporary } from "../host/write-file.ts";
import { programLock } from "../packages/programs/acquire-program.ts";
import { findAcquired } from "../packages/programs/find-acquired.ts";
import { platformName } from "../packages/programs/place.ts";
import { type StoredProgram, storedPrograms, topFolders } from "../packages/programs/stored-programs.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { readSynced } from "../plugins/skills/synced-record.ts";
import type { AppContext } from "./app-context.ts";
import { acquirePrograms, withNewer } from "./workspace/acquire-programs.ts";
import { gather } from "./workspace/gather.ts";
import { type ProgramsHere, wantedPrograms } from "./workspace/wanted-programs.ts";

export interface CachedProgram extends StoredProgram {
  /** The plugins that use it, each with its workspace; `null` for everywhere. */
  readonly users: readonly { readonly plugin: string; readonly workspace: string | null }[];
  readonly isUsed: boolean;
}

export interface CleanResult {
  readonly removed: readonly CachedProgram[];
  /** Unused, but being acquired or not removable. */
  readonly left: readonly CachedProgram[];
  readonly kept: readonly CachedProgram[];
}

/** Far above an index of thousands of hooks. */
const MOST_BYTES = 64 * 1024 * 1024;

export async function listCache(app: AppContext): Promise<readonly CachedProgram[]> {
  const stored = storedPrograms(app.places.cache);
  if (stored.length === 0) return [];
  const users = await usersOf(app);
  const indexes = pathsIn(app.places.index).flatMap((file) => readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) ?? []);
  return stored
    .map((one): CachedProgram => {
      const own = users.get(one.folder) ?? [];
      const named = JSON.stringify(one.folder).slice(1, -1);
      return { ...one, users: own, isUsed: own.length > 0 || indexes.some((text) => text.includes(named)) };
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

const DAY_MS = 86_400_000;

/** Removes only what was acquired more than `olderThan` days ago. */
export async function cleanCache(
  app: AppContext,
  { olderThan = 0, dryRun = false }: { readonly olderThan?: number | undefined; readonly dryRun?: boolean } = {},
): Promise<CleanResult> {
  const all = await listCache(app);
  const before = app.context.now() - olderThan * DAY_MS;
  const isFree = ({ isUsed, acquired }: CachedProgram) => !isUsed && acquired <= before;
  const free = all.filter(isFree);
  const removed = dryRun ? free : free.filter((one) => remove(app, one));
  if (!dryRun) for (const top of topFolders(app.places.cache)) sweepTemporary(top);
  return { removed, left: free.filter((one) => !removed.includes(one)), kept: all.filter((one) => !isFree(one)) };
}

/** Renames the program out of the way first: a half-removed one must not be found. */
function remove({ context, places }: AppContext, { folder }: StoredProgram): boolean {
  const lock = takeLock(join(places.locks, programLock(folder)), { now: context.now, wait: 0 });
  if (lock === undefined) return false;
  const top = dirname(folder);
  const aside = join(top, `.${basename(folder).slice(0, 60)}.${process.pid}.${Math.random().toString(36).slice(2, 10)}.tmp`);
  try {
    renamePatiently(folder, aside);
    removeQuietly(aside, { recursive: true });
    // The records of the newest version mean nothing without any version.
    if (!pathsIn(top).some(isFolder)) removeQuietly(top, { recursive: true });
    removeEmpty(dirname(top));
    return true;
  } catch {
    return false;
  } finally {
    lock.release();
  }
}

async function usersOf(app: AppContext): Promise<ReadonlyMap<string, CachedProgram["users"]>> {
  const { config } = configToApply(app.places);
  const synced = pathsIn(join(app.places.cache, "workspaces")).flatMap((state) => readSynced(join(state, "synced.json"))?.workspace ?? []);
  const users = new Map<string, CachedProgram["users"]>();
  const platform = platformName();
  for (const workspace of [null, ...[...new Set(synced)].filter(isFolder).sort()]) {
    const { loaded, collected } = await gather(app, { config, folder: workspace });
    for (const { installation, plugin, holder } of wantedPrograms(loaded, collected.skills)) {
      const found = findAcquired(installation, { cache: app.places.cache, platform, holder });
      if (found !== undefined) users.set(found.folder, [...(users.get(found.folder) ?? []), { plugin: plugin.name, workspace }]);
    }
  }
  return users;
}

/** Acquires newer versions of the programs of a plugin that runs by consent. The user has just agreed (PL-17). */
export async function takeNewer(app: AppContext, id: string, onProgress: (message: string) => void): Promise<ProgramsHere> {
  const { config } = configToApply(app.places);
  const { loaded, collected, workspace } = await gather(app, { config, folder: workspaceFolder(app.context) });
  const plugins = loaded.plugins.filter(({ consent }) => consent?.subject.id === id);
  const wanted = withNewer(app, wantedPrograms({ ...loaded, plugins }, collected.skills));
  return acquirePrograms(app, wanted, { workspace, takesNewer: true, onProgress });
}
