/** Whether some policy of the system or the user may exist: most machines have none, and reading them costs a call more than all the rest. */

import { existsSync } from "node:fs";

import type { PlacedContext } from "../../platform/places.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import { systemPolicyFile } from "./system-place.ts";

const LARGEST = 16 * 1024 * 1024;

export function mayHavePolicies({ context, places }: PlacedContext): boolean {
  if (existsSync(systemPolicyFile(context))) return true;
  if (!existsSync(places.config)) return existsSync(places.lastGood);
  // TOML can write the name of a table with escapes.
  const text = readRegularTextIfAny(places.config, { maxBytes: LARGEST });
  return text === undefined || /policy|\\/.test(text);
}
