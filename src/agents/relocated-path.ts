/** Environment variables that move an agent's folder (RG-5). Also read at hook time, so it stays small. */

import type { Context } from "../context.ts";
import type { Relocation } from "./agent.ts";
import { lookUp } from "../lookup.ts";

/** The new path of `~/<path>`; `undefined` where no variable moves it. An empty variable counts as unset. */
export function relocatedPath(path: string, moves: readonly Relocation[], env: Context["env"]): string | undefined {
  const fits = (from: string) => from === "." || path === from || path.startsWith(`${from}/`);
  const fitting = moves.filter(({ variable, from }) => lookUp(env, variable) && fits(from));
  const [longest] = fitting.toSorted((one, other) => other.from.length - one.from.length);
  if (longest === undefined) return undefined;
  return `${lookUp(env, longest.variable)}/${longest.to}/${longest.from === "." ? path : path.slice(longest.from.length)}`;
}
