/** Snapshots of the skills of one run: a skill that goes into several folders is read once. */

import type { Skill } from "../skill.ts";
import { digestOf, type Snapshot, takeSnapshot } from "./snapshot.ts";

/** Which files a skill has. */
export type SkillFolder = Pick<Skill, "directory" | "packageRoot">;

export interface Snapshots {
  readonly of: (skill: SkillFolder) => Snapshot;
  readonly digestOf: (skill: SkillFolder) => string;
}

export function snapshotOf({ directory, packageRoot }: SkillFolder): Snapshot {
  return takeSnapshot(directory, packageRoot === undefined ? undefined : { folder: packageRoot, what: "the plugin" });
}

export function cachedSnapshots(): Snapshots {
  const taken = new Map<string, Snapshot>();
  const digests = new Map<string, string>();
  const of = (skill: SkillFolder): Snapshot => remembered(taken, keyOf(skill), () => snapshotOf(skill));
  return { of, digestOf: (skill) => remembered(digests, keyOf(skill), () => digest(of(skill), skill.directory)) };
}

function keyOf({ directory, packageRoot = "" }: SkillFolder): string {
  return `${directory}\0${packageRoot}`;
}

/** An unreadable one equals no other. */
function digest(snapshot: Snapshot, directory: string): string {
  try {
    return snapshot.ok ? digestOf(snapshot) : directory;
  } catch {
    return directory;
  }
}

function remembered<T>(memory: Map<string, T>, key: string, make: () => T): T {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
}
