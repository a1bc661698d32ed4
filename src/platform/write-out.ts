import { writeSync } from "node:fs";
import { pause } from "./pause.ts";

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
      if (!isBusy(error) || waited >= PATIENCE_MS) return false;
      pause(PAUSE_MS);
      waited += PAUSE_MS;
    }
  }
  return true;
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EAGAIN" || code === "EINTR";
}
