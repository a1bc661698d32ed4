/** Our directory for a hook program outside it: `SYMPOSIUM_HOME`, unless an agent started us, because its project may have set that. */

import type { Context } from "../context.ts";
import { joined, placesOf } from "../platform/places.ts";
import { agentMark } from "./agent-mark.ts";

export function baseByVariables(context: Context): string {
  const { env, home, os } = context;
  return env["SYMPOSIUM_HOME"] && agentMark(env) === undefined ? placesOf(context).base : joined(os, home, ".symposium");
}
