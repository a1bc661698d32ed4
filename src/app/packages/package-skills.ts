/** The skills in a package, whether or not they apply here. The package's author wrote all of it: nothing outside its folder is read. */

import type { Problem } from "../../documents/problem.ts";
import { boundsOf } from "../../platform/bounds.ts";
import type { Plugin } from "../../plugins/plugin.ts";
import type { PackageOrigin } from "../../plugins/plugin-origin.ts";
import { findSkills } from "../../skills/find-skills.ts";
import { readSkill } from "../../skills/read-skill.ts";
import type { SkillOrigin } from "../../skills/skill.ts";
import { originIn, placeInPackage } from "../../skills/skill-place.ts";
import type { InstalledCopy } from "./installed-copies.ts";

export interface PackageSkill {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  /** Of a skill that the package itself does not bring: who does. */
  readonly by?: { readonly source: string; readonly plugin?: string };
  /** Empty where it is not installed here. */
  readonly installed: readonly InstalledCopy[];
}

export interface PackageSkills {
  readonly skills: readonly PackageSkill[];
  /** How many more there are. */
  readonly more: number;
  /** What is wrong in the package, as warnings. */
  readonly problems: readonly Problem[];
}

const MOST_SKILLS = 100;
const MOST_PROBLEMS = 20;

/** Never throws. */
export function packageSkills(
  plugin: Plugin | undefined,
  origin: PackageOrigin,
  copiesOf: (origins: readonly SkillOrigin[]) => readonly InstalledCopy[],
): PackageSkills {
  const bounds = boundsOf(origin.folder);
  const place = placeInPackage(origin);
  const problems: Problem[] = [];
  /** With the name of its folder, in an Agent Plugin. */
  const directories = new Map<string, string | undefined>();
  for (const { source } of plugin?.skills ?? []) {
    if (source.kind !== "path") continue;
    const found = findSkills(source.path, bounds, source.isFlat);
    problems.push(...found.problems, ...found.refused);
    for (const directory of found.directories) directories.set(directory, found.names.get(directory));
  }
  const skills: PackageSkill[] = [];
  for (const [directory, folder] of [...directories].slice(0, MOST_SKILLS)) {
    const { skill, problems: wrong } = readSkill(directory, { isOwn: false, ...(folder === undefined ? {} : { folder }) });
    problems.push(...wrong);
    if (skill === undefined) continue;
    // A member's skills are installed as the workspace's own, by their folder.
    const origins = [originIn(place, directory), originIn({ source: place.source }, directory)].filter((one) => one !== undefined);
    skills.push({ name: skill.name, description: skill.description, folder: directory, installed: copiesOf(origins) });
  }
  return {
    skills,
    more: Math.max(0, directories.size - MOST_SKILLS),
    problems: problems.slice(0, MOST_PROBLEMS).map((problem): Problem => ({ ...problem, severity: "warning" })),
  };
}
