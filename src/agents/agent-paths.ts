/** Where an agent's file is on this machine: the user's, which environment variables may move (RG-5), or a project's. */

import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import { lookUp } from "../lookup.ts";
import type { AgentFacts, Relocation, Scope } from "./agent.ts";
import type { OwnHookFile } from "./setup.ts";

type Surroundings = Pick<Context, "home" | "env" | "os" | "cwd">;

/** The absolute path, with the system's separators. Only the project scope uses `project`, the project's folder. */
export function hookPlace(
  { file }: Pick<OwnHookFile, "file">,
  { relocatedBy }: Pick<AgentFacts, "relocatedBy">,
  scope: Scope,
  context: Surroundings,
  project: string,
): string {
  return scope === "user" ? userPlace(file.user, relocatedBy, context) : absolute(`${project}/${file.project}`, context);
}

/** The absolute path of `~/<path>`, or of the place a variable moves it to. */
export function userPlace(path: string, relocatedBy: AgentFacts["relocatedBy"], context: Surroundings): string {
  const moves = relocatedBy.map(({ value }) => value);
  return absolute(relocatedPath(path, moves, context.env) ?? `${context.home}/${path}`, context);
}

/** A relative path in a variable starts where the agent and we are started. */
function absolute(path: string, { os, cwd }: Surroundings): string {
  return (os === "windows" ? win32 : posix).resolve(cwd, path);
}

/** The new path of `~/<path>`; `undefined` where no variable moves it. An empty variable counts as unset. */
export function relocatedPath(path: string, moves: readonly Relocation[], env: Context["env"]): string | undefined {
  const fits = (from: string) => from === "." || path === from || path.startsWith(`${from}/`);
  const fitting = moves.filter(({ variable, from }) => lookUp(env, variable) && fits(from));
  const [longest] = fitting.toSorted((one, other) => other.from.length - one.from.length);
  if (longest === undefined) return undefined;
  return `${lookUp(env, longest.variable)}/${longest.to}/${longest.from === "." ? path : path.slice(longest.from.length)}`;
}
