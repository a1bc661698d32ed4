/** Where an agent's hook file is on this machine: for the user, with what the environment moves (RG-5), or in a project. */

import { posix, win32 } from "node:path";

import type { Context } from "../context.ts";
import type { AgentFacts, Scope } from "./agent.ts";
import { relocatedPath } from "./relocated-path.ts";
import type { OwnHookFile } from "./registration.ts";

type Surroundings = Pick<Context, "home" | "env" | "os" | "cwd">;

/** The absolute path, with the separators of the system. `project` is the folder of the project, and counts in its scope only. */
export function hookPlace(
  { file }: Pick<OwnHookFile, "file">,
  { relocatedBy }: Pick<AgentFacts, "relocatedBy">,
  scope: Scope,
  context: Surroundings,
  project: string,
): string {
  return scope === "user" ? userPlace(file.user, relocatedBy, context) : absolute(`${project}/${file.project}`, context);
}

/** The absolute path of what is `~/<path>` when nothing moves it. */
export function userPlace(path: string, relocatedBy: AgentFacts["relocatedBy"], context: Surroundings): string {
  const moves = relocatedBy.map(({ value }) => value);
  return absolute(relocatedPath(path, moves, context.env) ?? `${context.home}/${path}`, context);
}

/** What a variable names relative is found from where the agent and we are started. */
function absolute(path: string, { os, cwd }: Surroundings): string {
  return (os === "windows" ? win32 : posix).resolve(cwd, path);
}
