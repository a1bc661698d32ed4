/** A text for a process that outlives us, as its stdin: a file that has no name any more, so that nothing of it stays on disk. */

import { closeSync, mkdirSync, openSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Calls `start` with a descriptor of the text. Throws the file system's error. */
export function handOver<T>(folder: string, text: string, start: (stdin: number) => T): T {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process.pid}-${Math.random().toString(36).slice(2)}`);
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    const stdin = openSync(file, "r");
    try {
      unlinkSync(file);
      return start(stdin);
    } finally {
      closeSync(stdin);
    }
  } catch (error) {
    try {
      unlinkSync(file);
    } catch {
      // It is gone, as it should be.
    }
    throw error;
  }
}
