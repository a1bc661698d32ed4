/** The skills that apply in the client's folder, each under a name of its own, and their files. */

import { loadHere } from "../../app/plugins/load-here.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { collectSkills } from "../../skills/collect.ts";
import { cachedSnapshots, snapshotOf } from "../../skills/install/snapshots.ts";
import type { SnapshotFile } from "../../skills/install/snapshot.ts";
import { planNames } from "../../skills/plan-names.ts";

export interface SkillHere {
  /** As `sync` would name its copy. */
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly packageRoot?: string;
  readonly plugin?: string;
  readonly source: string;
}

const MOST_SKILLS = 500;
const MOST_FILES = 100;

/** Judged as `sync` judges them, at this moment. */
export async function skillsFor(app: PlacedContext): Promise<readonly SkillHere[]> {
  const { config, loaded } = loadHere(app);
  const { skills } = collectSkills(loaded, { config, places: app.places });
  const snapshots = cachedSnapshots();
  const named = skills.map((chosen) => {
    const { skill, mirrored } = chosen;
    const digest = () => snapshots.digestOf(skill);
    return { name: skill.name, origin: skill.origin, digest, ...(mirrored === undefined ? {} : { fixed: mirrored }), chosen };
  });
  const planned = planNames(named, () => false).flatMap(({ of: { chosen }, name }): SkillHere[] => {
    const { skill, source, plugin } = chosen;
    const { description, directory, packageRoot } = skill;
    const parts = { ...(packageRoot === undefined ? {} : { packageRoot }), ...(plugin === undefined ? {} : { plugin }) };
    return name === undefined ? [] : [{ name, description, directory, source, ...parts }];
  });
  return planned.sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, MOST_SKILLS);
}

/** `SKILL.md` first. None where `sync` would refuse to copy the folder. */
export function skillFiles(skill: SkillHere): readonly SnapshotFile[] {
  const snapshot = snapshotOf(skill);
  if (!snapshot.ok) return [];
  const isMain = ({ path }: SnapshotFile) => path === "SKILL.md";
  return [...snapshot.files.filter(isMain), ...snapshot.files.filter((file) => !isMain(file))].slice(0, MOST_FILES);
}
