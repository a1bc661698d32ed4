/** Temporary files of runs that were killed while they wrote: named so that whoever comes next can clear them away. */

import { unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { namesIn } from "./folder-entries.ts";
import { isAlive } from "./is-alive.ts";
import { removeQuietly } from "./remove-quietly.ts";
import { linkTarget } from "./write-atomically.ts";

/** The one name beside a file that is only ever written by the holder of a lock. */
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

/** Clears away files and folders that were written under a name of their own by processes that are no more, or by this one. */
export function sweepTemporary(folder: string): void {
  for (const name of namesIn(folder)) {
    const [, pid] = /^\..+\.(\d+)\.[0-9a-z]+\.tmp$/.exec(name) ?? [];
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid)))) removeQuietly(join(folder, name), { recursive: true });
  }
}
