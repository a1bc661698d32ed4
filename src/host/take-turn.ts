/** Waits for a lock without blocking what else this process does, such as other fetches. */

import { existsSync } from "node:fs";

import { takeLock } from "./lock.ts";

interface Turn {
  /** Another process held it. */
  readonly waited: boolean;
  readonly release: () => void;
}

const STEP_MS = 50;

/** After `waitMs`, and where no lock can be made, it continues without: everything guarded is replaced as a whole anyway. */
export async function takeTurn(directory: string, now: () => number, waitMs: number): Promise<Turn> {
  const until = performance.now() + waitMs;
  let waited = false;
  for (let vain = 0; vain < 3 && performance.now() < until;) {
    const lock = takeLock(directory, { now, wait: 0 });
    if (lock !== undefined) return { waited, release: lock.release };
    if (existsSync(directory)) waited = true;
    else vain += 1;
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return { waited, release: () => {} };
}
