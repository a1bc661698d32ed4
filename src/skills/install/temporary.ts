/** Names beside a skill's folder for what is not ready yet or not wanted any more. Whoever comes next knows them and clears them away. */

import { basename, dirname, join } from "node:path";

/** Hidden, and not taken by any skill: names of skills do not begin with a dot. */
export function temporaryName(directory: string, word: "new" | "old"): string {
  const unique = `${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  return join(dirname(directory), `.${basename(directory)}.symposium-${word}-${unique}`);
}

export function isTemporary(name: string): boolean {
  return /^\..+\.symposium-(?:new|old)-\d+-[a-z0-9]+$/s.test(name);
}
