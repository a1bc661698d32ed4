/** Fingerprints of files and folders. They need only `stat`, so that a hook call can check many. */

import { lstatSync, type Stats, statSync } from "node:fs";

import { askedOnce, noteSeen, spendLook, type Stamp, type Stamped } from "./reading-budget.ts";

export const MISSING: Stamp = "-";

export function stampOfStats({ mtimeMs, size, ino }: { readonly mtimeMs: number; readonly size: number; readonly ino: number }): Stamp {
  return `${timeText(mtimeMs)}:${size}:${ino}`;
}

/** Made of integers: the first fraction that a native program prints costs a call 50 microseconds. */
export function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  // Six digits, so that the text is a number. Beyond 2038 it is only a little slower.
  const micros = 1_000_000 + Math.min(999_999, Math.round((milliseconds - seconds * 1000) * 1000));
  return `${seconds}.${String(micros).slice(1)}`;
}

/** The stamp of a failed look: a file that exists and cannot be examined is not missing. */
export function stampOfError(error: unknown): Stamp {
  const { code = "" } = error as NodeJS.ErrnoException;
  return NOTHING_THERE.has(code) ? MISSING : `?${code}`;
}

/** No file can have such a path: a file where a folder should be, a name that is too long, a zero byte. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "EINVAL", "ERR_INVALID_ARG_VALUE"]);

/** When the file was changed, in milliseconds; not a number where it is missing or unknown. */
export function timeOfStamp(stamp: Stamp): number {
  return Number.parseFloat(stamp) * 1000;
}

export function stampOf(path: string): Stamp {
  return askedOnce("stamp ", path, takeStamp);
}

function takeStamp(path: string): Stamp {
  spendLook();
  const stamp = stampNow(path);
  noteSeen(path, stamp);
  return stamp;
}

const IF_THERE = { throwIfNoEntry: false } as const;

function stampNow(path: string): Stamp {
  try {
    const stat = statSync(path, IF_THERE);
    return stat === undefined ? MISSING : stampOfStats(stat);
  } catch (error) {
    return stampOfError(error);
  }
}

/** Whether a path is a file, with the stamp for that answer. */
export function stampedFile(path: string): { readonly stamped: Stamped; readonly isFile: boolean } {
  return askedOnce("file ", path, () => {
    spendLook();
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      return stat === undefined
        ? { stamped: [path, MISSING], isFile: false }
        : { stamped: [path, stampOfStats(stat)], isFile: stat.isFile() };
    } catch (error) {
      const stamp = stampOfError(error);
      // A manifest may name anything: too long, with a zero byte, in a circle of links. A path that is unreadable only now counts as a file:
      // as a word of PATH it would stay one after the problem is over.
      return { stamped: [path, stamp], isFile: stamp !== MISSING && stamp !== "?ELOOP" };
    }
  });
}

export function isThere([, stamp]: Stamped): boolean {
  return !Number.isNaN(timeOfStamp(stamp));
}

/** Taken before a file or folder is read, so that a change in between is noticed. */
export function stamped(path: string): Stamped {
  return [path, stampOf(path)];
}

export function isFresh([path, stamp]: Stamped): boolean {
  return stampOf(path) === stamp;
}

/**
 * `taken` are stamps that the caller has just taken: their paths are not checked again. A loop: the first `every` of a native program costs
 * more than the checks.
 */
export function areFresh(all: readonly Stamped[], taken?: ReadonlyMap<string, Stamp>): boolean {
  for (const [path, stamp] of all) if ((taken?.get(path) ?? stampOf(path)) !== stamp) return false;
  return true;
}

/**
 * The fingerprint of the name itself, so that a file replaced by a link has another one: `size:modified:changed:inode`. It includes the change
 * time, which no program can set back. Never throws.
 */
export function changeStamp(path: string): Stamp {
  try {
    return changeStampOf(lstatSync(path, { throwIfNoEntry: false }));
  } catch (error) {
    return stampOfError(error);
  }
}

export function changeStampOf(stat: Pick<Stats, "size" | "mtimeMs" | "ctimeMs" | "ino"> | undefined): Stamp {
  return stat === undefined ? MISSING : `${stat.size}:${timeText(stat.mtimeMs)}:${timeText(stat.ctimeMs)}:${stat.ino}`;
}

/** The stamp that the same file has without its change time. */
export function stampInChange(stamp: Stamp): Stamp {
  const [size, modified, , inode] = stamp.split(":");
  return inode === undefined ? stamp : `${modified}:${size}:${inode}`;
}

/** When the inode last changed, in milliseconds; not a number where it is missing or unknown. */
export function timeOfChange(stamp: Stamp): number {
  return Number.parseFloat(stamp.split(":")[2] ?? "") * 1000;
}

/** By their change stamps. A loop: the first `every` of a native program costs more than the checks. */
export function areUntouched(all: readonly Stamped[]): boolean {
  for (const [path, stamp] of all) if (changeStamp(path) !== stamp) return false;
  return true;
}
