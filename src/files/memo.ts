/**
 * What a later run may use in place of the files it was made from: whether those have changed, and JSON that is private and useless unless
 * every byte is as it was written.
 */

import type { Environment } from "../context.ts";
import { sha256 } from "../host/engine.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { areFresh, MISSING, timeOfStamp } from "../host/stamp.ts";
import { writePrivately } from "../host/write-file.ts";
import { lookUp } from "../lookup.ts";

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

/** The workspace makes equal values of two workspaces differ. */
interface VariablesOf {
  readonly env: Environment;
  readonly folder: string;
}

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

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

/** Whether a file that is as this stamp says can be told from a later one. A missing file has no time. */
export function isSettled([, stamp]: Stamped, now: number): boolean {
  return !(timeOfStamp(stamp) > now - SETTLED_MS);
}

const MOST_BYTES = 64 * 1024 * 1024;
const LIMITS = { maxBytes: MOST_BYTES, isOurs: true, isPrivate: true } as const;

/** `undefined` where the file is missing, damaged, sealed with another `kind`, or open to other users. Never throws. */
export function readSealed(file: string, kind: readonly string[]): unknown {
  const text = readRegularTextIfAny(file, LIMITS) ?? "";
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  return end > 0 && text.slice(0, end) === headOf(body, kind) ? (JSON.parse(body) as unknown) : undefined;
}

/** Never throws: without the file its sources are read. A file that has the value already keeps its time. */
export function writeSealed(file: string, kind: readonly string[], value: unknown): void {
  const body = `${JSON.stringify(value)}\n`;
  const text = `${headOf(body, kind)}\n${body}`;
  if (body.length > MOST_BYTES / 4 || readRegularTextIfAny(file, LIMITS) === text) return;
  try {
    writePrivately(file, text);
  } catch {
    // A full or read-only disk.
  }
}

function headOf(body: string, kind: readonly string[]): string {
  return JSON.stringify([...kind, sha256(body)]);
}
