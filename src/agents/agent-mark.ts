/** Whether an agent started us, by what agents put into the environment of whatever they run. */

import type { Environment } from "../context.ts";
import { lookUp } from "../lookup.ts";
import { ENV_MARKS } from "./marks.ts";

/** The name of the variable that says so. */
export function agentMark(env: Environment): string | undefined {
  return Object.keys(env).find((name) => lookUp(env, name) && ENV_MARKS.some((mark) => fits(mark, name)));
}

function fits(mark: string, name: string): boolean {
  return mark.endsWith("*") ? name.startsWith(mark.slice(0, -1)) : name === mark;
}
