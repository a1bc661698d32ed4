/**
 * What a later run may use in place of the files it was made from: whether those have changed, and JSON that is private and useless unless
 * every byte is as it was written.
 */

import { BUILD, type Environment } from "../context.ts";
import { attempt } from "../errors.ts";
import { sha256 } from "../host/engine.ts";
import { linkStatOf } from "../host/files.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import type { Stamped } from "../host/reading-budget.ts";
import {
  areFresh,
  areUntouched,
  changeStampOf,
  MISSING,
  stampInChange,
  stampOf,
  stampOfError,
  timeOfChange,
  timeOfStamp,
} from "../host/stamp.ts";
import { writePrivately } from "../host/write-file.ts";
import { lookUp } from "../lookup.ts";

/**
 * Values that were made from files. One counts while each of its files is as it was: the watched ones by size and time, its own ones by what no
 * program can set back, too. With any doubt about the stored ones they are made again.
 */
export interface Memo<T> {
  /** The own files of a value are as they were; the watched ones are not looked at. */
  readonly knows: (key: string) => boolean;
  readonly find: (key: string) => T | undefined;
  /** `own` are a result of `ownStamps` from before the files were read. A value whose files changed a moment ago is not kept. */
  readonly add: (key: string, value: T, own?: readonly Stamped[]) => void;
  /** Writes what was found and added, if it differs from what is stored. */
  readonly save: () => void;
}

interface MemoPlace<T> {
  readonly file: string;
  /** The form of a value, and what it depends on besides files. */
  readonly kind: readonly string[];
  readonly now: () => number;
  readonly watchedOf: (value: T) => readonly Stamped[];
  /** Fewer values than this are not saved: they are made as fast as they are read from the file. */
  readonly fewest?: number;
}

type Entry<T> = readonly [key: string, own: readonly Stamped[], value: T];

/** The file is read when something is first looked for. */
export function openMemo<T>({ file, kind: given, now, watchedOf, fewest = 0 }: MemoPlace<T>): Memo<T> {
  const kind = [BUILD, ...given];
  let stored: ReadonlyMap<string, Entry<T>> | undefined;
  const storedAt = (key: string) => {
    stored ??= new Map(((readSealed(file, kind) as readonly Entry<T>[] | undefined) ?? []).map((entry) => [entry[0], entry]));
    return stored.get(key);
  };
  const untouched = new Map<string, Entry<T> | undefined>();
  // Looked at once: a file that changes later has another stamp than what is made from its value.
  const untouchedAt = (key: string) => {
    if (untouched.has(key)) return untouched.get(key);
    const entry = storedAt(key);
    const found = entry !== undefined && areUntouched(entry[1]) ? entry : undefined;
    untouched.set(key, found);
    return found;
  };
  const used = new Map<string, Entry<T>>();
  let isChanged = false;
  return {
    knows: (key) => untouchedAt(key) !== undefined,
    find(key) {
      const entry = untouchedAt(key);
      if (entry === undefined || !areFreshBeside(watchedOf(entry[2]), entry[1])) return undefined;
      used.set(key, entry);
      return entry[2];
    },
    add(key, value, own = []) {
      if (used.has(key) || !haveSettled(own, watchedOf(value), now())) return;
      used.set(key, [key, own, value]);
      isChanged = true;
    },
    save() {
      if (stored === undefined || (!isChanged && used.size === stored.size) || used.size < fewest) return;
      writeSealed(file, kind, [...used.values()]);
    },
  };
}

/** Anything but a file never counts as it was: what a link leads to has stamps of its own. */
export function ownStamps(files: readonly string[]): readonly Stamped[] {
  return files.map((file): Stamped => {
    try {
      const stat = linkStatOf(file);
      return [file, stat === undefined || stat.isFile() ? changeStampOf(stat) : "?"];
    } catch (error) {
      return [file, stampOfError(error)];
    }
  });
}

function areFreshBeside(watched: readonly Stamped[], own: readonly Stamped[]): boolean {
  const [first] = own;
  for (const [path, stamp] of watched) {
    // Nearly always it is the first.
    const isOwn = path === first?.[0] || own.some(([known]) => known === path);
    if (!isOwn && stampOf(path) !== stamp) return false;
  }
  return true;
}

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

function haveSettled(own: readonly Stamped[], watched: readonly Stamped[], now: number): boolean {
  const latest = now - SETTLED_MS;
  for (const [, stamp] of own) if (stamp !== MISSING && !(timeOfChange(stamp) <= latest)) return false;
  for (const [path, stamp] of watched) {
    const same = own.find(([known]) => known === path)?.[1];
    // A missing file has no time. One that was replaced between two looks has two stamps.
    if (timeOfStamp(stamp) > latest || (same !== undefined && stampInChange(same) !== stamp)) return false;
  }
  return true;
}

const MOST_BYTES = 64 * 1024 * 1024;

/** `undefined` where the file is missing, damaged, sealed with another `kind`, or open to other users. Never throws. */
export function readSealed(file: string, kind: readonly string[]): unknown {
  const text = textIn(file) ?? "";
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === headOf(body, kind) ? (JSON.parse(body) as unknown) : undefined;
}

/** Writes only another text, so that the file's time stays that of the last change. Never throws: without the file its sources are read. */
export function writeSealed(file: string, kind: readonly string[], value: unknown): void {
  const body = `${JSON.stringify(value)}\n`;
  const text = `${headOf(body, kind)}\n${body}`;
  // It fails on a full or read-only disk.
  if (body.length <= MOST_BYTES / 4 && textIn(file) !== text) attempt(() => writePrivately(file, text));
}

function textIn(file: string): string | undefined {
  return readRegularTextIfAny(file, { maxBytes: MOST_BYTES, isOurs: true, isPrivate: true });
}

function headOf(body: string, kind: readonly string[]): string {
  return JSON.stringify([...kind, sha256(body)]);
}

/** Files and variables at one time. What was made from them is valid until one of them differs or its time is over. */
export interface StampedInputs {
  /** When, in milliseconds. */
  readonly at: number;
  /** Absent where only a change ends it. */
  readonly until?: number;
  readonly files: readonly Stamped[];
  readonly variables: readonly StampedVariable[];
}

/** Values may be secrets, so only a digest is stored. */
export type StampedVariable = readonly [name: string, digest: string];

/** The workspace's folder makes equal values of two workspaces differ. */
type VariablesOf = { readonly env: Environment; readonly folder: string };

export function stampedVariable(name: string, { env, folder }: VariablesOf): StampedVariable {
  const value = lookUp(env, name);
  if (value === undefined) return [name, MISSING];
  return [name, sha256(JSON.stringify([folder, name, value]))];
}

export function hasSameVariables({ variables }: Pick<StampedInputs, "variables">, now: VariablesOf): boolean {
  return variables.every(([name, digest]) => stampedVariable(name, now)[1] === digest);
}

/** A time in the future was written by a clock that has been set back since. */
export function isInTime({ at, until }: Pick<StampedInputs, "at" | "until">, now: number): boolean {
  return now >= at && (until === undefined || now < until);
}

export function stillCounts(seen: StampedInputs, now: VariablesOf & { readonly now: number }): boolean {
  return isInTime(seen, now.now) && areFresh(seen.files) && hasSameVariables(seen, now);
}
