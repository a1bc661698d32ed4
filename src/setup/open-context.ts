/** The context of an act for callers of the library, and the check of who we run as and whose files are here (RG-26). */

import { lstatSync } from "node:fs";
import { dirname } from "node:path";

import type { Context } from "../context.ts";
import { UserError } from "../errors.ts";
import { fileIncludes } from "../files/user-file.ts";
import { contextOfProcess, otherOwner } from "../host/own-process.ts";
import { pathsIn } from "../host/paths.ts";
import type { PlacedContext, Places } from "../host/places.ts";
import { quotedPath } from "../model/safe-text.ts";
import { type AppContext, checkPlaces, commandPlaces } from "./app-context.ts";
import { hookFiles } from "./entries/plan-registration.ts";

/** What is absent is taken from this process. */
export interface ContextOptions extends Partial<Context> {
  /** Acts although the home folder belongs to another user, as in a container. */
  readonly allowOtherOwner?: boolean;
}

/** Throws a `UserError` where our files would lie in the project, or belong to another user. */
export function openContext(dist: string, { allowOtherOwner = false, ...given }: ContextOptions = {}): AppContext {
  const context = { ...contextOfProcess(), ...given };
  const app: AppContext = { context, places: commandPlaces(context), dist, calledAs: "symposium" };
  checkPlaces(context, app.places);
  const trouble = allowOtherOwner ? undefined : ownerTrouble(app);
  if (trouble !== undefined) throw trouble;
  return app;
}

export function ownerTrouble({ context, places, calledAs }: Omit<AppContext, "dist">): UserError | undefined {
  // `sudo` may keep HOME, and SYMPOSIUM_HOME without it.
  const isRoot = process.geteuid?.() === 0;
  for (const folder of [context.home, ...(isRoot ? [places.base, dirname(places.config)] : [])]) {
    const owner = otherOwner(folder);
    if (owner === undefined) continue;
    const message = `${folder} belongs to the user with number ${owner}, and this runs as ${process.geteuid?.()}: nothing was changed`;
    const hint = `run \`${calledAs}\` as that user, without sudo; in a container that is meant to work like this, add --allow-other-owner`;
    return new UserError("OTHER-OWNER", message, { hint });
  }
  const left = filesOfOthers({ context, places });
  return left === undefined ? undefined : new UserError("OTHER-OWNER", left.message, { hint: left.hint });
}

export type FilesOfOthers = { readonly files: readonly string[]; readonly message: string; readonly hint: string };

/** What an earlier run as another user, mostly by `sudo`, left in our directory and in agents' files. Root has no trouble with any owner. */
export function filesOfOthers({ context, places }: PlacedContext): FilesOfOthers | undefined {
  const [me, group] = [process.geteuid?.(), process.getegid?.()];
  if (me === undefined || me === 0) return undefined;
  // Agents' files that do not call Symposium may belong to another user on purpose.
  const agents = hookFiles({ context }).filter(({ file }) => fileIncludes(file, "symposium-hook"));
  const files = [...ownPlaces(places), ...agents.map(({ file }) => file)].filter((file) => isOfAnother(file, me));
  if (files.length === 0) return undefined;
  // A folder is repaired with everything in it.
  const outermost = files.filter((file) => !files.some((other) => other !== file && file.startsWith(`${other}/`)));
  const message = `${outermost.length === 1 ? outermost[0] : `${outermost[0]} and ${outermost.length - 1} more`} belongs to another user, who ran this here before`;
  return { files: outermost, message, hint: `give it back with: sudo chown -R ${me}:${group} ${outermost.map(quotedPath).join(" ")}` };
}

function isOfAnother(file: string, me: number): boolean {
  try {
    return lstatSync(file).uid !== me;
  } catch {
    return false;
  }
}

/** Our directory, what is in it and in the folders in it, and what lies elsewhere. */
function ownPlaces({ base, config, state, cache, logs, userPlugins }: Places): string[] {
  const below = pathsIn(base).flatMap((path) => [path, ...pathsIn(path)]);
  return [...new Set([base, ...below, dirname(config), config, state, userPlugins, cache, ...pathsIn(cache), logs])];
}
