/**
 * Commands for one system, where an entry has no command for all. The command becomes the usual one, and one of these keys says where
 * it runs.
 */

import type { Json, JsonObject } from "../../canonical/json.ts";
import { put } from "../../lookup.ts";

/** It runs where there is a POSIX shell. Most files are written so, and mean every system. */
export const POSIX_ONLY = "posixOnly";
export const WINDOWS_ONLY = "windowsOnly";
/** It runs on these systems alone. */
export const ONLY_ON = "only";

/** `type` stays in front. */
export function fields({ type, ...rest }: JsonObject, command: JsonObject): JsonObject {
  return { ...(type === undefined ? {} : { type }), ...command, ...rest };
}

/** The value under other names, in its place. */
export function renamed(entry: JsonObject, from: string, to: readonly string[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(entry)) {
    if (value === undefined) continue;
    for (const name of key === from ? to : [key]) put(result, name, value);
  }
  return result;
}
