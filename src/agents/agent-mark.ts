/** Whether an agent started us. Agents set variables in the environment of the programs they run. */

import type { Environment } from "../context.ts";
import { ENV_MARKS } from "./hook-list.ts";

/** The name of the variable that shows it. */
export function agentMark(env: Environment): string | undefined {
  return Object.entries(env).find(([name, value]) => value && ENV_MARKS.some((mark) => fits(mark, name)))?.[0];
}

function fits(mark: string, name: string): boolean {
  return mark.endsWith("*") ? name.startsWith(mark.slice(0, -1)) : name === mark;
}
