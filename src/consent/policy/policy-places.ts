/** Where policies are, and whether there may be one of the system or the user. */

import type { Context } from "../../context.ts";
import { exists } from "../../host/files.ts";
import type { PlacedContext } from "../../host/places.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";

/** No variable changes the place: a project can set the variables of an agent (RT-36). */
export function systemPolicyFile({ os, systemPolicy }: Pick<Context, "os" | "systemPolicy">): string {
  return systemPolicy ?? (os === "windows" ? "C:\\ProgramData\\symposium\\policy.toml" : "/etc/symposium/policy.toml");
}

/** At the root of a repository. */
export const PROJECT_POLICY = "symposium-policy.toml";

const LARGEST = 16 * 1024 * 1024;

/** Most machines have no policy, and reading them costs a call more than all the rest. */
export function mayHavePolicies({ context, places }: PlacedContext): boolean {
  if (exists(systemPolicyFile(context))) return true;
  if (!exists(places.config)) return exists(places.lastGood);
  // TOML can write the name of a table with escapes.
  const text = readRegularTextIfAny(places.config, { maxBytes: LARGEST });
  return text === undefined || /policy|\\/.test(text);
}
