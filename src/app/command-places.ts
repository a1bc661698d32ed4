/** Where a command finds our files: by the variables of the shell it is run in, unless a project may have set them (RT-36). */

import { agentMark } from "../agents/agent-mark.ts";
import type { Context } from "../context.ts";
import { findRepository, findWorkspace } from "../ecosystems/find-workspace.ts";
import { UserError } from "../errors.ts";
import { lookUp } from "../lookup.ts";
import { joined, type Places, placesOf } from "../platform/places.ts";
import { recordedPlaces } from "../platform/recorded-places.ts";
import { firstIn, isAtOrAbove } from "../platform/same-folder.ts";

const VARIABLES = ["SYMPOSIUM_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];

/** An agent hands on what the project's files put into its environment, so what an agent runs finds our files as hook calls do. */
export function commandPlaces(context: Context): Places {
  const { env, home, os } = context;
  return agentMark(env) === undefined ? placesOf(context) : recordedPlaces(joined(os, home, ".symposium"), os);
}

/** The note about variables that are ignored. */
export function ignoredVariables({ env }: Pick<Context, "env">): string | undefined {
  const mark = agentMark(env);
  const ignored = VARIABLES.filter((name) => lookUp(env, name));
  if (mark === undefined || ignored.length === 0) return undefined;
  return `${ignored.join(" and ")} ${ignored.length === 1 ? "is" : "are"} ignored: ${mark} is set, so an agent started this, and its project may have set them`;
}

/** Throws where our files would be the project's: everyone who can write to it would decide which plugins run. */
export function checkPlaces(context: Context, places: Places): void {
  const { cwd, home } = context;
  const project = findRepository(cwd) ?? findWorkspace(cwd);
  if (project === null || isAtOrAbove(project, home)) return;
  const inside = firstIn(project, [places.base, places.config, places.cache, places.logs]);
  if (inside === undefined) return;
  const named = VARIABLES.filter((name) => lookUp(context.env, name));
  throw new UserError(
    "PLACE",
    `${named.join(" or ")} leads to ${inside}, inside the project ${project}, which must not decide what runs here`,
    {
      hint: `unset ${named.length === 1 ? "it" : "them"}, or choose a folder outside of any project`,
      exitCode: 2,
    },
  );
}
