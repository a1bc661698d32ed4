/** Takes the skills of one folder or group into what is collected. */

import { join } from "node:path";

import type { Problem } from "../documents/problem.ts";
import { type Bounds, boundsOf } from "../platform/bounds.ts";
import type { Places } from "../platform/places.ts";
import { realPath } from "../platform/real-path.ts";
import { boundsOfWorkspace } from "../ecosystems/workspace.ts";
import type { Plugin, SkillGroup } from "../plugins/plugin.ts";
import { SKILL } from "../plugins/sources/folder.ts";
import { hangsOnUnknownVersion } from "../predicates/named-packages.ts";
import type { Gate } from "../predicates/predicate.ts";
import { questionsOf } from "../predicates/questions.ts";
import type { Asked, PredicateSurroundings } from "../predicates/surroundings.ts";
import { whyClosed } from "../predicates/why-closed.ts";
import type { Chosen, Retained } from "./chosen.ts";
import type { LeftOut } from "./collect.ts";
import { findSkills } from "./find-skills.ts";
import { treeOfGroup } from "./git-groups.ts";
import { readSkill } from "./read-skill.ts";
import type { Skill } from "./skill.ts";
import { originIn, retainedIn, type SkillPlace } from "./skill-place.ts";

export interface Collecting {
  readonly surroundings: PredicateSurroundings;
  readonly places: Pick<Places, "cache" | "locks">;
  readonly skills: Chosen[];
  readonly leftOut: LeftOut[];
  readonly kept: Retained[];
  readonly problems: Problem[];
  readonly asked: Asked[];
}

export function startCollecting(surroundings: PredicateSurroundings, places: Pick<Places, "cache" | "locks">): Collecting {
  return { surroundings, places, skills: [], leftOut: [], kept: [], problems: [], asked: [] };
}

export interface Around {
  readonly folder: string;
  readonly place: SkillPlace;
  readonly plugin?: string;
  /** Part of the workspace. */
  readonly isOwn: boolean;
  /** Somebody around says where it applies, or need not. */
  readonly isGated: boolean;
  /** Nobody named the folder, so it need not be there. */
  readonly isOptional?: boolean;
}

export interface Found {
  readonly skill: Skill;
  readonly isGated: boolean;
  readonly file: string;
}

type Choice = Partial<Chosen> | { readonly reason: string; readonly problem?: Problem };

/** `choose` has the last word on a skill whose gate is open. */
export function takeFolder(collecting: Collecting, around: Around, choose: (found: Found) => Choice): void {
  const { folder, place, plugin } = around;
  const { directories, isMissing, isCut, problems, refused } = findSkills(folder, boundsAround(collecting, around));
  collecting.problems.push(...problems, ...refused);
  // What could not be looked into may hold what is installed.
  for (const { severity, file } of problems) if (severity === "error") collecting.kept.push(retainedIn(place, file));
  if (isCut) collecting.kept.push(retainedIn(place, realPath(folder)));
  if (isMissing && around.isOptional !== true) {
    collecting.problems.push(noFolder(folder));
    if (plugin !== undefined) collecting.kept.push({ kind: "plugin", source: place.source, plugin });
  }
  for (const directory of directories) {
    const found = readIn(collecting, around, directory);
    if (found === undefined) continue;
    const { skill } = found;
    const named = { source: place.source, ...(plugin === undefined ? {} : { plugin }) };
    const closed = judge(collecting, skill.gate, around.isOwn);
    const choice = closed === undefined ? choose(found) : { reason: closed };
    if (closed !== undefined) keepUnknown(collecting, skill.gate, retainedIn(place, directory));
    if (!("reason" in choice)) collecting.skills.push({ skill, ...named, ...choice });
    else {
      collecting.leftOut.push({ ...named, skill: skill.name, reason: choice.reason });
      if (choice.problem !== undefined) collecting.problems.push(choice.problem);
    }
  }
}

/** What others wrote leads nowhere outside of it; a folder that the user configured may. */
function boundsAround({ surroundings }: Collecting, { place, isOwn }: Around): Bounds | undefined {
  if (place.checkout !== undefined) return boundsOf(place.checkout.folder);
  return isOwn && surroundings.workspace !== null ? boundsOfWorkspace(surroundings.workspace) : undefined;
}

function readIn(collecting: Collecting, { place, isOwn, isGated: isGatedAround }: Around, directory: string): Found | undefined {
  const { skill, isGated, problems } = readSkill(directory, { isOwn });
  collecting.problems.push(...problems);
  const origin = originIn(place, directory);
  const file = join(directory, SKILL);
  if (origin === undefined) {
    const message = "is reached by a path out of the repository that names it, so it is not used";
    collecting.problems.push({ severity: "error", file, message, hint: "keep the skills of a repository inside it" });
  }
  if (skill === undefined || origin === undefined) {
    collecting.kept.push(retainedIn(place, directory));
    return undefined;
  }
  return { skill: { ...skill, origin }, isGated: isGated || isGatedAround, file };
}

export interface GroupOrder {
  readonly plugin: Plugin;
  readonly group: SkillGroup;
  readonly place: SkillPlace;
  readonly isMember: boolean;
}

/** The plugin's own gate holds. */
export function takeGroup(collecting: Collecting, { plugin, group, place, isMember }: GroupOrder): void {
  const { source } = group;
  const leaveOut = (reason: string) => void collecting.leftOut.push({ source: place.source, plugin: plugin.name, reason });
  const kept: Retained = { kind: "plugin", source: place.source, plugin: plugin.name };
  const closed = judge(collecting, group.gate, isMember);
  if (closed !== undefined) {
    keepUnknown(collecting, group.gate, kept);
    return leaveOut(closed);
  }
  if (source.kind === "none") return;
  if (source.kind === "package") return leaveOut("its skills come with packages, which this version does not install yet");
  const isGated = isMember || [plugin.gate, group.gate].some(asksForSomething);
  const around = { plugin: plugin.name, isOwn: isMember, isGated };
  const warn = (found: Found): Choice => {
    if (!found.isGated) collecting.problems.push(ungated(found));
    return {};
  };
  if (source.kind === "path") {
    const isOptional = source.isOptional === true;
    return takeFolder(collecting, { ...around, folder: source.path, place, isOptional }, warn);
  }
  if (isMember) return leaveOut("comes with the workspace, and nothing is fetched for that");
  const tree = treeOfGroup(source, plugin.manifest, place.source, collecting.places);
  if (tree.ok) return takeFolder(collecting, { ...around, folder: tree.folder, place: tree.place }, warn);
  const file = tree.repository ?? plugin.manifest;
  const message = `the skills of plugin \`${plugin.name}\` are not there: ${tree.why}`;
  collecting.problems.push({ severity: "warning", file, message, hint: "skills that were installed from there stay" });
  collecting.kept.push(tree.repository === undefined ? kept : { kind: "repository", repository: tree.repository });
}

/** Why the gate is closed. Nothing that comes with a workspace has a program started for it (PL-16), so its questions are never put. */
function judge({ surroundings, asked }: Collecting, gate: Gate, isOwn: boolean): string | undefined {
  const around = { ...surroundings, isMember: isOwn };
  const questions = questionsOf([gate], around);
  if (isOwn && questions.length > 0) return "asks a program, and nothing that comes with the workspace is run";
  asked.push(...questions);
  return whyClosed(gate, around);
}

/** Without a lock file a gate may be closed only because nobody knows the version (PL-4). */
export function keepUnknown({ surroundings, kept }: Collecting, gate: Gate, item: Retained): void {
  if (hangsOnUnknownVersion(gate, surroundings.workspace)) kept.push(item);
}

function asksForSomething({ dependsOn, predicates }: Gate): boolean {
  return dependsOn.length > 0 || predicates.length > 0;
}

function noFolder(folder: string): Problem {
  const hint = "source.path starts at the folder of the manifest";
  return { severity: "warning", file: folder, message: "is not there, so this group of skills is empty", hint };
}

function ungated({ skill, file }: Found): Problem {
  const message = `skill \`${skill.name}\` has no gate at any level, so it applies everywhere`;
  return { severity: "warning", file, message, hint: 'say crates: "*" if that is meant' };
}
