/** A real pipe: what `spawn` calls one is a socket. */

import { execFileSync } from "node:child_process";
import { closeSync, openSync, write } from "node:fs";
import { promisify } from "node:util";

export interface Pipe {
  readonly readable: number;
  readonly writable: number;
}

/** A name in the file system by which pipes are opened, one after the other. */
export function makeFifo(path: string): string {
  execFileSync("mkfifo", [path]);
  return path;
}

export function openPipe(fifo: string): Pipe {
  // Opened for both ends first, or either open would wait for the other.
  const both = openSync(fifo, "r+");
  const ends = { readable: openSync(fifo, "r"), writable: openSync(fifo, "w") };
  closeSync(both);
  return ends;
}

const writeSome = promisify(write);

/** Writes everything as fast as the reader takes it, and closes; a reader that leaves early is not an error. */
export async function fillPipe({ writable }: Pipe, bytes: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < bytes.length;) at += (await writeSome(writable, bytes, at)).bytesWritten;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  } finally {
    closeSync(writable);
  }
}
