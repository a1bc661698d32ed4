/** Writes that never throw: all of a text to a descriptor, and lines at the end of our own files. */

import { constants, fstatSync, mkdirSync, openSync, writeSync } from "node:fs";

import { messageOf } from "../errors.ts";
import { closing } from "./read-file.ts";
import { pause } from "./engine.ts";

/** Without progress for this long, the reader has gone. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 2;

/**
 * Writes all of the text before it returns, through partial writes and a non-blocking descriptor whose reader is slow.
 * Never throws; false when the reader has gone or does not read.
 */
export function writeAll(fd: number, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  let written = 0;
  let waited = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written);
      waited = 0;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if ((code !== "EAGAIN" && code !== "EINTR") || waited >= PATIENCE_MS) return false;
      pause(PAUSE_MS);
      waited += PAUSE_MS;
    }
  }
  return true;
}

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
    return closing(openForAppending(file), (fd) => {
      if (!fstatSync(fd).isFile()) return `${file} is not a regular file`;
      return writeSync(fd, bytes) === bytes.length ? undefined : `${file}: only part of the line was written`;
    });
  } catch (error) {
    return messageOf(error);
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
