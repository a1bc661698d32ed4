/**
 * A lock between processes: a directory, which only one of them can make. It saves work and is not needed for safety: a process that cannot
 * get it in time continues without, and every file it guards is replaced as a whole anyway.
 */

import { mkdirSync, renameSync, rmdirSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { isAlive } from "./is-alive.ts";
import { pause } from "./pause.ts";
import { readRegularTextIfAny } from "./read-regular.ts";
import { removeQuietly } from "./remove-quietly.ts";

export interface LockOptions {
  readonly now: () => number;
  /** How long to wait for another holder, in milliseconds. */
  readonly wait: number;
  /** A lock this old was abandoned, in milliseconds. */
  readonly stale?: number;
}

export type Locked<T> = { readonly held: true; readonly value: T } | { readonly held: false };

const STALE = 30_000;
const STEP = 20;
const LONGEST_OWNER = 1024;
/** A process that makes a lock writes its name into it at once; a lock without a name was abandoned in between. */
const NAMELESS_STALE = 2_000;

/** Runs `body` while holding the lock; `waited` says that another process held the lock before. */
export function withLock<T>(directory: string, options: LockOptions, body: (waited: boolean) => T): Locked<T> {
  const lock = takeLock(directory, options);
  if (lock === undefined) return { held: false };
  try {
    return { held: true, value: body(lock.waited) };
  } finally {
    lock.release();
  }
}

export interface Lock {
  /** Another process held it before. */
  readonly waited: boolean;
  readonly release: () => void;
}

/** The lock itself, for work that is not done at once; `undefined` where it is unavailable. */
export function takeLock(directory: string, options: LockOptions): Lock | undefined {
  const owner = `${process.pid} ${options.now()} ${Math.random().toString(36).slice(2)}`;
  const taken = take(directory, owner, options);
  if (taken === "no") return undefined;
  const release = () => {
    if (ownerOf(directory) === owner) removeLock(directory);
  };
  return { waited: taken === "after waiting", release };
}

function take(directory: string, owner: string, { now, wait, stale = STALE }: LockOptions): "at once" | "after waiting" | "no" {
  let isAfterOther = false;
  for (let waited = 0; waited <= wait; waited += STEP) {
    const made = make(directory, owner);
    if (made === "made") return isAfterOther ? "after waiting" : "at once";
    if (made === "impossible") return "no";
    // A process that abandoned a lock did not finish: its work does not count.
    isAfterOther = !breakStale(directory, now(), stale);
    if (isAfterOther) pause(STEP);
  }
  return "no";
}

function make(directory: string, owner: string): "made" | "held" | "impossible" {
  try {
    mkdirSync(dirname(directory), { recursive: true, mode: 0o700 });
  } catch {
    return "impossible";
  }
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // ENOENT: another process has just removed the empty folder of all locks.
    return ["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "") ? "held" : "impossible";
  }
  try {
    writeFileSync(join(directory, "owner"), owner, { mode: 0o600 });
    return "made";
  } catch {
    removeQuietly(directory, { recursive: true });
    return "impossible";
  }
}

/** Node 20 loads two modules, which takes it milliseconds, to remove a folder with what is in it. */
function removeLock(directory: string): void {
  try {
    unlinkSync(join(directory, "owner"));
    rmdirSync(directory);
  } catch {
    removeQuietly(directory, { recursive: true });
  }
}

function ownerOf(directory: string): string | undefined {
  return readRegularTextIfAny(join(directory, "owner"), { maxBytes: LONGEST_OWNER });
}

/** Moves an abandoned lock out of the way; a rename has one winner, and a lock moved by mistake goes back. */
function breakStale(directory: string, now: number, stale: number): boolean {
  const owner = ownerOf(directory);
  if (!isStale(directory, owner, now, stale)) return false;
  const aside = `${directory}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    renameSync(directory, aside);
    if (ownerOf(aside) === owner) return true;
    renameSync(aside, directory);
    return false;
  } catch {
    return false;
  } finally {
    removeQuietly(aside, { recursive: true });
  }
}

function isStale(directory: string, owner: string | undefined, now: number, stale: number): boolean {
  const [pid = Number.NaN, time = Number.NaN] = (owner ?? "").split(" ").map(Number);
  const isNamed = Number.isInteger(pid) && pid > 0 && Number.isFinite(time);
  if (isNamed && !isAlive(pid)) return true;
  const since = isNamed ? time : statSync(directory, { throwIfNoEntry: false })?.mtimeMs;
  // A clock that was set back makes an abandoned lock seem to come from the future, perhaps for years.
  return since !== undefined && Math.abs(now - since) > (isNamed ? stale : Math.min(stale, NAMELESS_STALE));
}
