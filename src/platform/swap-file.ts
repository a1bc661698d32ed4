/** Replaces a program that may be running. */

import { readdirSync, renameSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

import { isAlive } from "./is-alive.ts";
import { removeQuietly } from "./remove-quietly.ts";

export type Rename = (from: string, to: string) => void;

/** A temporary name beside `target`. The extension stays, because Windows needs it. */
export function besideName(target: string, word: "new" | "old"): string {
  const ending = extname(target);
  return join(dirname(target), `.${basename(target, ending)}.${word}.${process.pid}.${Math.random().toString(36).slice(2, 10)}${ending}`);
}

/** Files left beside targets by a killed process, or by Windows, which keeps a running program. */
export function sweepBeside(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, word, pid] = BESIDE.exec(name) ?? [];
    const isInWork = word === "new" && Number(pid) !== process.pid && isAlive(Number(pid));
    if (word !== undefined && !isInWork) removeQuietly(join(folder, name));
  }
}

export function isBeside(name: string): boolean {
  return BESIDE.test(name);
}

const BESIDE = /^\.symposium-hook\.(new|old)\.(\d+)\.[a-z0-9]+(?:\.(?:exe|cmd))?$/;

/**
 * Windows can rename a running program, but not replace it: there the old one is renamed first, and for a moment no program has that
 * name, which the registered text treats as "not installed".
 */
export function swapIn(file: string, target: string, rename: Rename = renameSync): void {
  try {
    return rename(file, target);
  } catch (error) {
    if (!IN_USE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    stepAside(file, target, rename, error);
  }
}

const IN_USE = new Set(["EPERM", "EACCES", "EBUSY"]);

function stepAside(file: string, target: string, rename: Rename, refused: unknown): void {
  const aside = besideName(target, "old");
  try {
    rename(target, aside);
  } catch {
    throw refused;
  }
  try {
    rename(file, target);
  } catch (error) {
    rename(aside, target);
    throw error;
  }
  removeQuietly(aside);
}
