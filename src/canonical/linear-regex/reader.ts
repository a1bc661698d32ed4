/** The reader's position in a pattern, the steps so far, and the first problem found. */

import type { Folding } from "./characters.ts";
import type { Step } from "./run.ts";

export interface Reader {
  readonly text: string;
  readonly steps: Step[];
  at: number;
  /** How many groups are open. */
  depth: number;
  /** Names of groups, which may not repeat. */
  readonly names: string[];
  problem: Problem | undefined;
}

export interface Problem {
  readonly message: string;
  /** Counts UTF-16 units from 0. */
  readonly at: number;
}

export interface Flags extends Folding {
  readonly multiLine: boolean;
  readonly dotAll: boolean;
}

/** Moves past what the (sticky) expression matches here. */
export function take(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.text);
  if (found !== null) reader.at = expression.lastIndex;
  return found;
}

/** Records the first problem and moves to the end, so that reading stops. */
export function fail(reader: Reader, message: string, at: number): void {
  reader.problem ??= { message, at };
  reader.at = reader.text.length;
}
