/** Removes what is no longer needed: leftovers of killed updates, and checkouts that were replaced long ago. */

import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

import { isAlive } from "../platform/is-alive.ts";
import { CHECKOUT } from "./cache.ts";

/** A handler started from the previous checkout may still run, and so may a call that has read the old index. */
const KEPT_MS = 24 * 60 * 60 * 1_000;

export function temporaryName(): string {
  return `.tmp-${process.pid}-${Math.random().toString(36).slice(2, 10)}`;
}

/** To be called when another checkout is in use from now on; false where the time could not be recorded. */
export function markReplaced(folder: string, name: string, now: number): boolean {
  return quietly(() => utimesSync(join(folder, name), now / 1_000, now / 1_000));
}

/** Only for the holder of the repository's lock. */
export function clearCache(folder: string, present: string, now: number): void {
  quietly(() => {
    for (const name of readdirSync(folder)) {
      const [, pid] = /^\.tmp-(\d+)-/.exec(name) ?? [];
      const isOld = name !== present && CHECKOUT.test(name) && isLongAgo(join(folder, name), now);
      if (isOld || (pid !== undefined && isLeft(Number(pid), join(folder, name), now))) {
        quietly(() => rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 }));
      }
    }
  });
}

function isLongAgo(path: string, now: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  // A time in the future comes from a clock that was set back since.
  return stat !== undefined && Math.abs(now - stat.mtimeMs) > KEPT_MS;
}

function isLeft(pid: number, path: string, now: number): boolean {
  return !isAlive(pid) || isLongAgo(path, now);
}

/** Failures are left for the next time. */
function quietly(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
