/** Whether two folders are worktrees of one repository (PL-26). A clone has a git directory of its own; a forged `.git` is not named back. */

import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { realPathIfThere } from "../platform/real-path.ts";

const LONGEST = 64 * 1024;

/** The git directory that all worktrees share; `undefined` where this folder cannot prove that it is one of them. */
export function commonDirectory(root: string): string | undefined {
  const git = join(root, ".git");
  const entry = entryOf(git);
  if (entry?.isDirectory() === true) return realPathIfThere(git);
  if (entry?.isFile() !== true) return undefined;
  const own = leadsTo(root, /^gitdir: (.+)$/.exec(firstLine(git))?.[1]);
  const common = own === undefined ? undefined : leadsTo(own, firstLine(join(own, "commondir")));
  if (own === undefined || common === undefined || dirname(own) !== join(common, "worktrees")) return undefined;
  const named = leadsTo(own, firstLine(join(own, "gitdir")));
  return named !== undefined && named === realPathIfThere(git) ? common : undefined;
}

/** A link in place of `.git` would borrow the directory of another repository. */
function entryOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function firstLine(file: string): string {
  return readRegularTextIfAny(file, { maxBytes: LONGEST })?.split(/\r?\n/, 1)[0] ?? "";
}

function leadsTo(from: string, path: string | undefined): string | undefined {
  return path === undefined || path === "" ? undefined : realPathIfThere(resolve(from, path));
}
