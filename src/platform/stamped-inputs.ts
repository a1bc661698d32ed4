/** Files and variables at one time. What was made from them is valid until one of them differs or its time is over. */

import type { Environment } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { sha256 } from "./sha256.ts";
import { areFresh, MISSING, type Stamped } from "./stamp.ts";

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
export interface VariablesOf {
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
