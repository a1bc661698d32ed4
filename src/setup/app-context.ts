/**
 * Where an act is carried out: the machine, our places on it, our own build, and the name that hints have for us. Places follow the variables
 * of the shell, unless a project may have set them (RT-36).
 */

import { statSync } from "node:fs";
import { posix, win32 } from "node:path";

import { agentMark } from "../agents/find-agent.ts";
import { AGENT_WORDS } from "../agents/hook-list.ts";
import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { similarWord } from "../files/similar-word.ts";
import { firstIn, isAtOrAbove } from "../host/bounds.ts";
import { joined, type PlacedContext, type Places, placesOf, recordedPlaces } from "../host/places.ts";
import { entriesOf, hasWord, lookUp } from "../lookup.ts";
import { findRepository, findWorkspace } from "../packages/find-workspace.ts";

export type CalledAs = "symposium" | "cargo agents";

export interface AppContext extends PlacedContext {
  /** The folder of our own build, with the files that are placed elsewhere. */
  readonly dist: string;
  readonly calledAs: CalledAs;
}

const VARIABLES = ["SYMPOSIUM_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"];

/** An agent hands on what the project's files put into its environment, so what an agent runs finds our files as hook calls do. */
export function commandPlaces(context: Context): Places {
  const { env, home, os } = context;
  return agentMark(env) === undefined ? placesOf(context) : recordedPlaces(joined(os, home, ".symposium"), os);
}

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
    { hint: `unset ${named.length === 1 ? "it" : "them"}, or choose a folder outside of any project`, exitCode: 2 },
  );
}

export function checkHome({ home, os }: Pick<Context, "home" | "os">): void {
  const variable = os === "windows" ? "USERPROFILE" : "HOME";
  const trouble = home === "" ? `there is no home folder: ${variable} is not set` : troubleWith(home, os);
  if (trouble !== undefined) throw new UserError("HOME", trouble, { hint: `set ${variable} to your home folder and run this again` });
}

function troubleWith(home: string, os: Context["os"]): string | undefined {
  if (!(os === "windows" ? win32 : posix).isAbsolute(home)) return `the home folder ${home} is not an absolute path`;
  try {
    return statSync(home).isDirectory() ? undefined : `the home folder ${home} is not a folder`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT"
      ? `the home folder ${home} does not exist`
      : `the home folder ${home} cannot be reached (${code ?? String(error)})`;
  }
}

/** The word itself if it means an agent, else the nearest one that does. */
export function agentLike(word: string): string | undefined {
  if (hasWord(AGENT_WORDS, word)) return word;
  return similarWord(
    word,
    entriesOf(AGENT_WORDS).map(([each]) => each),
  );
}
