/** Temporary files of runs that were killed while writing: named so that the next run can remove them. */

import { unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { namesIn } from "./folder-entries.ts";
import { isAlive } from "./is-alive.ts";
import { removeQuietly } from "./remove-quietly.ts";
import { linkTarget } from "./write-atomically.ts";

/** The one temporary name beside a file that only the holder of a lock writes. */
export function temporaryOf(file: string): string {
  const target = linkTarget(file);
  return join(dirname(target), `.${basename(target)}.symposium-tmp`);
}

export function clearLeftover(file: string): void {
  try {
    unlinkSync(temporaryOf(file));
  } catch {
    // There is none.
  }
}

/** Removes temporary files and folders of processes that have ended, or of this one: an earlier process may have had its number. */
export function sweepTemporary(folder: string, inUse: ReadonlySet<string> = new Set()): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const [, pid] = /^\..+\.(\d+)\.[0-9a-z]+\.tmp$/.exec(name) ?? [];
    if (pid === undefined || inUse.has(path)) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) removeQuietly(path, { recursive: true });
  }
}
