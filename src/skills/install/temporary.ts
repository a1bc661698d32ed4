/**
 * Names for copies that are unfinished or being removed. They are beside the folder for skills and not in it: several agents list
 * everything with a `SKILL.md` there, hidden or not. The next run recognises the names and removes them. A name also records how many
 * folders above were made for skills: a name is complete in one step, a file in it is not.
 */

import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { isAlive } from "../../platform/is-alive.ts";

/** For the copy in this folder; on the same disk, so that it can be renamed. */
export function temporaryName(directory: string, word: "new" | "old", made: number): string {
  const unique = `${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  return join(dirname(dirname(directory)), `.${basename(directory)}.symposium-${word}-${made}-${unique}`);
}

const TEMPORARY = /^\.(.+)\.symposium-(new|old)-([0-8])-(\d+)-[a-z0-9]+$/s;

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

export function madeFor(path: string): number {
  return Number(TEMPORARY.exec(basename(path))?.[3] ?? 0);
}

/** The original name of a copy that was renamed to this one. */
export function asideOf(name: string): string | undefined {
  const [, directory, word] = TEMPORARY.exec(name) ?? [];
  return word === "old" ? directory : undefined;
}

/** No copy takes this long, so a process with its number is a different one by now. */
const LONGEST_MS = 3_600_000;

/** No process is working on it any more. */
export function isLeftBehind(path: string): boolean {
  const pid = Number(TEMPORARY.exec(basename(path))?.[4] ?? 0);
  if (pid === process.pid || !isAlive(pid)) return true;
  const since = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Math.abs(Date.now() - since) > LONGEST_MS;
}
