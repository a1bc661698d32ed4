/**
 * A lock between processes: a folder with one empty file, whose name says which process holds it. It is made beside its place and renamed, so a lock
 * has its name from the start, and of many renames one succeeds. No two names are equal, so removing the file of an ended process never removes
 * another's. A lock saves work and is not needed for safety: a process that cannot get it in time continues without, and every file it guards is
 * replaced as a whole anyway.
 */

import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

import { attempt, succeeds } from "../errors.ts";
import { isAlive, processOnLinux } from "./processes.ts";
import { readRegularTextIfAny } from "./read-file.ts";
import { pause } from "./engine.ts";
import { removeEmpty, removeQuietly } from "./write-file.ts";

interface LockOptions {
  readonly now: () => number;
  /** How long to wait for another holder, in milliseconds. */
  readonly wait: number;
}

const STEP = 20;

/** Longer than any holder works. */
const LONGEST_MS = 3_600_000;

/** Runs `body` while holding the lock; `waited` says that another process held the lock before. */
export function withLock<T>(directory: string, options: LockOptions, body: (waited: boolean) => T) {
  const lock = takeLock(directory, options);
  if (lock === undefined) return { held: false } as const;
  try {
    return { held: true, value: body(lock.waited) } as const;
  } finally {
    lock.release();
  }
}

export interface Lock {
  /** Another process held it before. */
  readonly waited: boolean;
  readonly release: () => void;
}

let ownStart: string | undefined;

/** The lock itself, for work that is not done at once; `undefined` where it is unavailable. */
export function takeLock(directory: string, options: LockOptions): Lock | undefined {
  ownStart ??= `${startOf(process.pid) ?? ""}`;
  const name = `${process.pid}.${ownStart}.${Math.trunc(options.now())}.${unique()}`;
  const release = () => removeLock(directory, name);
  let isAfterOther = false;
  for (let waited = 0; waited <= options.wait; waited += STEP) {
    if (waited > 0) pause(STEP);
    const found = clear(directory, options.now);
    if (found !== "held") {
      const placed = place(directory, name);
      if (placed === "impossible") return undefined;
      // A process that abandoned a lock did not finish: its work does not count.
      if (placed === "placed") return { waited: isAfterOther && found !== "abandoned", release };
    }
    isAfterOther = true;
  }
  return undefined;
}

/** The number of the process that holds it now. */
export function holderOf(directory: string, now: () => number): number | undefined {
  return (attempt(() => readdirSync(directory)) ?? []).map(parseName).find((holder) => isHolding(holder, now))?.pid;
}

function place(directory: string, name: string): "placed" | "held" | "impossible" {
  // `sweepTemporary` knows this form.
  const temporary = join(dirname(directory), `.${basename(directory)}.${process.pid}.${unique()}.tmp`);
  try {
    mkdirSync(temporary, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(temporary, name), "wx", 0o600));
  } catch (error) {
    removeLock(temporary, name);
    // Another process has just removed the empty folder of all locks.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "held" : "impossible";
  }
  if (succeeds(() => renameSync(temporary, directory))) return "placed";
  removeLock(temporary, name);
  return "held";
}

/** Removes only this file, and the folder only while it is empty: by now it may belong to another process. */
function removeLock(directory: string, name: string): void {
  attempt(() => unlinkSync(join(directory, name)));
  removeEmpty(directory);
}

/** Removes what no living process holds. A link is not followed. */
function clear(directory: string, now: () => number): "free" | "abandoned" | "held" {
  // Where a file is in the place of a folder above, the lock cannot be made either.
  const found = attempt(() => lstatSync(directory, { throwIfNoEntry: false }));
  if (found === undefined) return "free";
  if (!found.isDirectory()) {
    removeQuietly(directory);
    return "abandoned";
  }
  // It may have just been released.
  const names = attempt(() => readdirSync(directory)) ?? [];
  if (names.some((name) => isHolding(parseName(name), now))) return "held";
  for (const name of names) removeQuietly(join(directory, name), { recursive: true });
  removeEmpty(directory);
  return names.length === 0 ? "free" : "abandoned";
}

interface Holder {
  readonly pid: number;
  /** When that process started; `undefined` where the system does not say. */
  readonly start: number | undefined;
  readonly time: number;
}

function parseName(name: string): Holder | undefined {
  const [, pid, start = "", time] = /^([1-9]\d*)\.(\d*)\.(\d+)\.[0-9a-z]+$/.exec(name) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), start: start === "" ? undefined : Number(start), time: Number(time) };
}

/** The number of an ended process may belong to another one, which started later. Where that is unknown, the age of the lock decides. */
function isHolding(holder: Holder | undefined, now: () => number): boolean {
  if (holder === undefined || !isAlive(holder.pid)) return false;
  const { pid, start, time } = holder;
  const actual = startOf(pid);
  if (start !== undefined && actual !== undefined) return actual === start;
  // A clock that was set back makes an abandoned lock seem to come from the future, perhaps for years.
  return Math.abs(now() - time) <= LONGEST_MS;
}

/** When the process started. One that has ended and waits for its parent gets a number that no lock names. */
function startOf(pid: number): number | undefined {
  const found = process.platform === "linux" ? attempt(() => processOnLinux(pid)) : undefined;
  return found?.state === "Z" || found?.state === "X" ? -1 : found?.started;
}

function unique(): string {
  return Math.random().toString(36).slice(2);
}

interface SlotRequest {
  /** Of all slots. */
  readonly folder: string;
  readonly name: string;
  readonly most: number;
  /** When the holder ends at the latest, in milliseconds since 1970. */
  readonly until: number;
  readonly now: number;
}

/**
 * Takes one of `most` slots on this machine, and returns its path, which the holder removes; `undefined` where all are taken, or none can be made.
 * Only one process can make such a file. A holder that is gone loses its slot when its time is up.
 */
export function takeSlot({ folder, name, most, until, now }: SlotRequest): string | undefined {
  const isMade = (path: string) =>
    succeeds(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(path, String(until), { flag: "wx", mode: 0o600 });
    });
  for (let at = 0; at < most; at++) {
    const path = `${folder}/${name}-${at}`;
    if (isMade(path) || (isOver(path, now) && succeeds(() => unlinkSync(path)) && isMade(path))) return path;
  }
  return undefined;
}

/** How long a slot without a time counts as taken: its maker may be about to write the time. */
const WRITTEN_MS = 60_000;

function isOver(path: string, now: number): boolean {
  const until = Number(readRegularTextIfAny(path, { maxBytes: 64 }) || Number.NaN);
  return Number.isNaN(until) ? attempt(() => statSync(path).mtimeMs + WRITTEN_MS < now) === true : until < now;
}

const STEP_MS = 50;

/**
 * Waits without blocking other work of this process, such as fetches. After `waitMs`, and where no lock can be made, it continues without: everything
 * guarded is replaced as a whole anyway.
 */
export async function takeTurn(directory: string, now: () => number, waitMs: number): Promise<Lock> {
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
