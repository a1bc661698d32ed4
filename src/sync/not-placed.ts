import { dirname } from "node:path";

import { UserError } from "../errors.ts";

/** What the file system refused, as an error the user can mend; any other error as it is. */
export function notPlaced(error: unknown, programme: string): unknown {
  const code = error instanceof Error && "syscall" in error ? String((error as NodeJS.ErrnoException).code) : undefined;
  if (code === undefined) return error;
  const hint = HINTS[code] ?? "set SYMPOSIUM_HOME to another folder, in which we can write";
  return new UserError("programme-not-placed", `the hook programme cannot be put at ${programme}: ${(error as Error).message}`, {
    hint: hint.replace("{bin}", dirname(programme)),
    cause: error,
  });
}

const READ_ONLY = "make {bin} writable, or set SYMPOSIUM_HOME to a folder that is";
const IN_THE_WAY = "something else is in the way: move it, or set SYMPOSIUM_HOME to another folder";
const HINTS: Readonly<Record<string, string>> = {
  EACCES: READ_ONLY,
  EPERM: READ_ONLY,
  EROFS: READ_ONLY,
  ENOTDIR: IN_THE_WAY,
  EEXIST: IN_THE_WAY,
  EISDIR: IN_THE_WAY,
  ENOTEMPTY: IN_THE_WAY,
  ENOSPC: "make room on the disk; the native programme needs about 120 MB where it cannot be linked",
};
