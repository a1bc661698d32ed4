import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";

/**
 * Appends one line with one write, so that lines of concurrent calls never mix. File and folder are made on demand and
 * belong to the user alone; what is no regular file is left alone, and never waited for. What went wrong is returned, because nothing that is recorded is worth a failed call.
 */
export function appendLine(file: string, line: string): string | undefined {
  try {
    const fd = openForAppending(file);
    try {
      if (!fstatSync(fd).isFile()) return `${file} is not a regular file`;
      const bytes = new TextEncoder().encode(`${line}\n`);
      return writeSync(fd, bytes) === bytes.length ? undefined : `${file}: the line was written in part`;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Windows knows no pipe that a file name leads to. */
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

function openForAppending(file: string): number {
  try {
    return openSync(file, APPENDING, 0o600);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    const { dirname } = process.getBuiltinModule("node:path");
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, APPENDING, 0o600);
  }
}
