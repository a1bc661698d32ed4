/** The fingerprint of a file that a consent covers. It includes the change time, which no program can set back. */

import { lstatSync, type Stats } from "node:fs";

import { MISSING, type Stamp, type Stamped, stampOfError, timeText } from "../platform/stamp.ts";

/** Of the name itself: a file replaced by a link has another one. Never throws. */
export function consentStamp(path: string): Stamp {
  try {
    return stampOfPath(lstatSync(path, { throwIfNoEntry: false }));
  } catch (error) {
    return stampOfError(error);
  }
}

export function stampOfPath(stat: Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino"> | undefined): Stamp {
  return stat === undefined ? MISSING : `${stat.size}:${timeText(stat.mtimeMs)}:${timeText(stat.ctimeMs)}:${stat.ino}`;
}

/** A loop: the first `every` of a native program costs more than the checks. */
export function areUntouched(all: readonly Stamped[]): boolean {
  for (const [path, stamp] of all) if (consentStamp(path) !== stamp) return false;
  return true;
}
