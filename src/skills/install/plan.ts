/** The plan of an installation, as data: every folder to make, replace, leave alone or remove, each with the reason. */

import type { SkillFolder } from "../../agents/skill-folders.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Chosen, Retained } from "../chosen.ts";
import { refusedFolder } from "./messages.ts";
import { emptyPlan, planTarget } from "./plan-target.ts";
import type { SnapshotFile } from "./snapshot.ts";
import { cachedSnapshots } from "./snapshots.ts";
import { readTarget } from "./target.ts";

export interface SkillTarget extends SkillFolder {
  /** The skills that go there; absent for all. */
  readonly isFor?: (chosen: Chosen) => boolean;
}

export interface InstallRequest {
  /** The folders to fill, each once. */
  readonly targets: readonly SkillTarget[];
  /** Every folder that may contain our copies; copies are only removed from those that are not to be filled. */
  readonly known: readonly string[];
  /** Links on the way to a folder may lead anywhere inside this one; absent for the user's own folders, where they may lead anywhere. */
  readonly within?: string;
  readonly chosen: readonly Chosen[];
  readonly kept: readonly Retained[];
  /** Copies that are younger than this are not compared again; 0 for none. */
  readonly debounceSeconds: number;
  /** In milliseconds. */
  readonly now: number;
}

export interface PlannedCopy {
  /** The folder for skills, resolved, and the folder of this skill in it. */
  readonly folder: string;
  readonly directory: string;
  readonly agents: readonly string[];
  readonly chosen: Chosen;
  readonly reason: string;
  readonly files: readonly SnapshotFile[];
  /** The folder's name where that is not the skill's own. */
  readonly renamed?: string;
  /** The user's files that move into the new copy. */
  readonly carried: readonly string[];
  /** How many folders above it we made and may remove. */
  readonly made: number;
}

export interface PlannedFolder {
  readonly folder: string;
  readonly directory: string;
  /** The skill's name. */
  readonly name: string;
  readonly reason: string;
}

export interface Unchanged extends PlannedFolder {
  readonly chosen: Chosen;
  readonly agents: readonly string[];
  /** Too young to be compared: its source may have changed since. */
  readonly unchecked?: true;
}

/** A skill that applies but is not installed in some folder. */
export interface Blocked {
  readonly folder: string;
  readonly agents: readonly string[];
  readonly chosen: Chosen;
  readonly problem: Problem;
}

export interface TargetPlan {
  readonly create: readonly PlannedCopy[];
  readonly update: readonly PlannedCopy[];
  readonly unchanged: readonly Unchanged[];
  readonly remove: readonly PlannedFolder[];
  /** Changed by a person: it stays, and is no longer ours. */
  readonly unmark: readonly PlannedFolder[];
  readonly blocked: readonly Blocked[];
  /** Unwanted copies that stay because their source could not be loaded. */
  readonly stays: readonly PlannedFolder[];
  /** Folders that a killed run left. */
  readonly leftovers: readonly string[];
  /** Our folders to remove when empty: the lowest, and how many from there upwards. */
  readonly tidy: readonly { readonly folder: string; readonly made: number }[];
  readonly problems: readonly Problem[];
}

export type InstallPlan = TargetPlan;

/** Reads only. Never throws. */
export function planInstall(request: InstallRequest): InstallPlan {
  const snapshots = cachedSnapshots();
  const seen = new Set<string>();
  const parts: TargetPlan[] = [];
  const wanted = new Map(request.targets.map((target) => [target.path, target]));
  for (const path of new Set([...wanted.keys(), ...request.known])) {
    const target = wanted.get(path);
    const isFor = target === undefined ? () => false : (target.isFor ?? (() => true));
    const own = { ...request, chosen: request.chosen.filter(isFor) };
    const read = readTarget(path, request.within);
    if (!read.ok) parts.push(refusedTarget(path, read.why, target?.agents, own));
    // Two folders may be one, by a link; the first time counts, which is the one to be filled.
    else if (!seen.has(read.target.folder)) parts.push(planTarget(read.target, target?.agents ?? [], own, snapshots));
    if (read.ok) seen.add(read.target.folder);
  }
  return merged(parts);
}

function refusedTarget(path: string, why: string, agents: readonly string[] | undefined, { chosen }: InstallRequest): TargetPlan {
  if (agents === undefined) return emptyPlan([]);
  const problem = refusedFolder(path, why);
  return { ...emptyPlan([]), blocked: chosen.map((item) => ({ folder: path, agents, chosen: item, problem })), problems: [problem] };
}

function merged(parts: readonly TargetPlan[]): InstallPlan {
  const whole = emptyPlan([]);
  for (const part of parts) for (const key of Object.keys(whole) as (keyof TargetPlan)[]) (whole[key] as unknown[]).push(...part[key]);
  return whole;
}
