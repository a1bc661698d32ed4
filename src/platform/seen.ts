/** Files and variables as they were at one time. What was made from them counts until one of them differs or its time is over. */

import type { Environment } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { areFresh, MISSING, type Stamped } from "./stamp.ts";

export interface Seen {
  /** When, in milliseconds. */
  readonly at: number;
  /** Absent where only a change ends it. */
  readonly until?: number;
  readonly files: readonly Stamped[];
  readonly variables: readonly SeenVariable[];
}

/** Values may be secrets, so only a digest is kept. */
export type SeenVariable = readonly [name: string, digest: string];

/** The workspace keeps equal values of two workspaces apart. */
export interface VariablesOf {
  readonly env: Environment;
  readonly folder: string;
}

export function seenVariable(name: string, { env, folder }: VariablesOf): SeenVariable {
  const value = lookUp(env, name);
  if (value === undefined) return [name, MISSING];
  // Loaded only where something hangs on a variable.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return [
    name,
    createHash("sha256")
      .update(JSON.stringify([folder, name, value]))
      .digest("hex"),
  ];
}

export function hasSameVariables({ variables }: Pick<Seen, "variables">, now: VariablesOf): boolean {
  return variables.every(([name, digest]) => seenVariable(name, now)[1] === digest);
}

/** A time that lies ahead was written by a clock that has been set back since. */
export function isInTime({ at, until }: Pick<Seen, "at" | "until">, now: number): boolean {
  return now >= at && (until === undefined || now < until);
}

export function stillCounts(seen: Seen, now: VariablesOf & { readonly now: number }): boolean {
  return isInTime(seen, now.now) && areFresh(seen.files) && hasSameVariables(seen, now);
}
