/**
 * What a hook call checks of a consent: the fingerprints of the files that it covers, which include the change time that no program can set
 * back, and the hours of `use --dev`.
 */

import { type FileStats, linkStatOf } from "../host/files.ts";
import type { Stamp, Stamped } from "../host/reading-budget.ts";
import { MISSING, stampOfError, timeText } from "../host/stamp.ts";

/** Of the name itself: a file replaced by a link has another one. Never throws. */
export function consentStamp(path: string): Stamp {
  try {
    return stampOfPath(linkStatOf(path));
  } catch (error) {
    return stampOfError(error);
  }
}

export function stampOfPath(stat: Pick<FileStats, "size" | "mtimeMs" | "ctimeMs" | "ino"> | undefined): Stamp {
  return stat === undefined ? MISSING : `${stat.size}:${timeText(stat.mtimeMs)}:${timeText(stat.ctimeMs)}:${stat.ino}`;
}

/** A loop: the first `every` of a native program costs more than the checks. */
export function areUntouched(all: readonly Stamped[]): boolean {
  for (const [path, stamp] of all) if (consentStamp(path) !== stamp) return false;
  return true;
}

/** `undefined` where nothing is there. Throws where it cannot be known. */
export function pathStats(path: string): FileStats | undefined {
  try {
    return linkStatOf(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** From the user's yes, in milliseconds. */
export type DevWindow = readonly [from: number, until: number];

/** A clock that was set back to before the yes ends it too. A date that cannot be read begins nothing. */
export function isWithin([from, until]: DevWindow, now: number): boolean {
  return from <= now && now < until;
}
