/** Places of which there are only so many on this machine: files that only one process can make. A holder that is gone loses its place when its time is up. */

import { mkdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";

import { readRegularTextIfAny } from "./read-regular.ts";

export interface SlotRequest {
  /** Of all slots. */
  readonly folder: string;
  readonly name: string;
  readonly most: number;
  /** When the holder ends at the latest, in milliseconds since 1970. */
  readonly until: number;
  readonly now: number;
}

/** The path of the slot, which its holder removes; `undefined` where all are taken, or none can be made. */
export function takeSlot({ folder, name, most, until, now }: SlotRequest): string | undefined {
  for (let at = 0; at < most; at++) {
    const path = `${folder}/${name}-${at}`;
    if (isMade(folder, path, until) || (isOver(path, now) && isRemoved(path) && isMade(folder, path, until))) return path;
  }
  return undefined;
}

function isMade(folder: string, path: string, until: number): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, String(until), { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Its maker may be about to write the time. */
const WRITTEN_MS = 60_000;

function isOver(path: string, now: number): boolean {
  const until = Number(readRegularTextIfAny(path, { maxBytes: 64 }) || Number.NaN);
  if (!Number.isNaN(until)) return until < now;
  try {
    return statSync(path).mtimeMs + WRITTEN_MS < now;
  } catch {
    return false;
  }
}

function isRemoved(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
