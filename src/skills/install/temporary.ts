/**
 * Names beside a skill's folder for what is not ready yet or not wanted any more. Whoever comes next knows them and clears them away, and
 * learns from them how many folders above were made for skills: a name is whole in one step, a file in it is not.
 */

import { basename, dirname, join } from "node:path";

/** Hidden, and not taken by any skill: names of skills do not begin with a dot. */
export function temporaryName(directory: string, word: "new" | "old", made: number): string {
  const unique = `${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  return join(dirname(directory), `.${basename(directory)}.symposium-${word}-${made}-${unique}`);
}

const TEMPORARY = /^\..+\.symposium-(?:new|old)-([0-8])-\d+-[a-z0-9]+$/s;

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name);
}

export function madeFor(path: string): number {
  return Number(TEMPORARY.exec(basename(path))?.[1] ?? 0);
}
