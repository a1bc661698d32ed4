/** What the answer of a predicate's program depends on: JSON lines on stdout, `{"watchFile":"Cargo.lock"}`. */

import { isObject } from "../canonical/json.ts";

export interface Watches {
  /** Absolute, or relative to the workspace. */
  readonly files: readonly string[];
  /** Names of variables. */
  readonly variables: readonly string[];
  /** How long the answer lasts, in milliseconds; the shortest of those named. */
  readonly time?: number;
}

export const NO_WATCHES: Watches = { files: [], variables: [] };

/** Skips lines of any other form (I76), and a whole output that is not text (I77). */
export function watchesIn(stdout: string): Watches {
  // Invalid UTF-8 was decoded as this character.
  if (stdout.includes("\uFFFD")) return NO_WATCHES;
  const files = new Set<string>();
  const variables = new Set<string>();
  let time: number | undefined;
  for (const line of stdout.split("\n")) {
    const { watchFile, watchEnv, watchTime } = objectIn(line);
    if (isName(watchFile) && files.size < MOST) files.add(watchFile);
    if (isName(watchEnv) && variables.size < MOST) variables.add(watchEnv);
    if (typeof watchTime === "number" && watchTime >= 0) time = Math.min(watchTime, time ?? LONGEST);
  }
  return { files: [...files], variables: [...variables], ...(time === undefined ? {} : { time }) };
}

/** All of it is checked again and again. */
const MOST = 256;
const LONGEST = 365 * 24 * 3600 * 1000;

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length < 4096 && !value.includes("\0");
}

function objectIn(line: string): Readonly<Record<string, unknown>> {
  if (!line.trimStart().startsWith("{")) return {};
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
