/** Values for both notations: a name in an object counts once, and nothing is in it that JSON cannot say. */

import type { Json } from "../canonical/json.ts";
import { put } from "../lookup.ts";

/** No hook needs more, and functions that walk over a value must not run out of stack. */
export const MOST_LEVELS = 100;

/** Of YAML: a manifest of a clone is read in hook calls, and the parser takes two microseconds for a letter. Hooks in JSON may have more. */
export const MOST_LETTERS = 128 * 1024;

export const TOO_DEEP = `it is nested more than ${MOST_LEVELS} levels deep`;

export interface Member {
  readonly key: string;
  /** Where the name is written. */
  readonly offset: number;
  readonly value: Json;
}

export type Complain = (offset: number, message: string, hint?: string) => void;

export function objectOf(members: readonly Member[], complain: Complain): Json {
  const made: Record<string, Json> = {};
  for (const { key, offset, value } of members) {
    if (Object.hasOwn(made, key)) complain(offset, `\`${key}\` is there twice`, "remove one of them");
    put(made, key, value);
  }
  return made;
}

export function numberOf(value: number, offset: number, complain: Complain): number {
  if (!Number.isFinite(value)) complain(offset, "this number is not finite");
  return value;
}
