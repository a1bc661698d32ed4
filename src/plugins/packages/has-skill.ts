/** Whether a folder contains a skill. Most packages have none, so this reads names only. */

import { join } from "node:path";

import { entriesIn } from "../../platform/folder-entries.ts";
import { SKILL } from "../sources/folder.ts";
import { leadsToFile } from "../../platform/path-exists.ts";

/** Where a package has skills by convention. */
export const USUAL_SKILLS: readonly string[] = ["skills", ".agents/skills"];

/** Bounds far above any real folder of skills. */
const MOST_FOLDERS = 1_000;

/** Links are not followed: a package may have one to anywhere. */
export function hasSkill(top: string): boolean {
  if (!leadsToFile(top)) return false;
  const waiting = [top];
  for (let at = 0; at < waiting.length && at < MOST_FOLDERS; at++) {
    const folder = waiting[at] ?? top;
    const entries = entriesIn(folder);
    if (entries.some(({ name }) => name === SKILL)) return true;
    waiting.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)));
  }
  return false;
}
