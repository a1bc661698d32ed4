import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";

/**
 * Appends one line with one write, so that lines of concurrent calls never mix. File and folder are made on demand, for
 * the user alone; links and irregular files are neither written nor waited for. Returns the error,
 * because no record is worth a failed call.
 */
export function appendLine(file: string, line: string): string | undefined {
  return appendBytes(file, new TextEncoder().encode(`${line}\n`));
}

export function appendBytes(file: string, bytes: Uint8Array): string | undefined {
  try {
    const fd = openForAppending(file);
    try {
      if (!fstatSync(fd).isFile()) return `${file} is not a regular file`;
      return writeSync(fd, bytes) === bytes.length ? undefined : `${file}: only part of the line was written`;
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const { O_WRONLY, O_APPEND, O_CREAT, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;
/** Windows has no named pipes among files. A link may lead to a user's file. */
const APPENDING = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_NOFOLLOW;

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
