/** Errors of the file system, as errors the user can fix. */

import { dirname } from "node:path";

import { UserError } from "../errors.ts";
import { nearestFolder, wayIn } from "./user-file.ts";
import { lookUp } from "../lookup.ts";

/** Other errors are returned unchanged. */
export function notPlaced(error: unknown, program: string): unknown {
  return refusal(error, "NOT-PLACED", `cannot write the hook program to ${program}`, dirname(program));
}

/** Writes a file of our own, or the config. */
export function writing(file: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    throw notWritten(error, file);
  }
}

/** For a file of our own, or the config. */
export function notWritten(error: unknown, file: string): unknown {
  return refusal(error, "NOT-WRITTEN", `cannot write ${file}`, nearestFolder(file));
}

function refusal(error: unknown, errorCode: string, message: string, folder: string): unknown {
  const code = error instanceof Error && "syscall" in error ? String((error as NodeJS.ErrnoException).code) : undefined;
  if (code === undefined || error instanceof UserError) return error;
  const isDenied = code === "EACCES" || code === "EPERM";
  const hint = isDenied ? `${wayIn(folder, "wx")}, or ${ELSEWHERE}` : (lookUp(HINTS, code) ?? ELSEWHERE);
  return new UserError(errorCode, `${message}: ${(error as Error).message}`, { hint, cause: error });
}

const ELSEWHERE = "set SYMPOSIUM_HOME to a writable folder";
const IN_THE_WAY = `a file or folder is in the way: move it, or ${ELSEWHERE}`;
const FULL = "free some disk space and run this again; the native program needs about 120 MB where it cannot be linked";
const HINTS: Readonly<Record<string, string>> = {
  EROFS: `the file system is read-only: ${ELSEWHERE}`,
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  EISDIR: IN_THE_WAY,
  ENOTEMPTY: IN_THE_WAY,
  ENOSPC: FULL,
  EDQUOT: FULL,
};
