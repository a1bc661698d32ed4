import { join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import type { Places } from "../../host/places.ts";
import { boundsOfWorkspace } from "../../packages/workspace.ts";
import { questionsOf } from "../gates/judge.ts";
import { hangsOnUnknownVersion } from "../gates/match-atom.ts";
import { type Asked, type Gate, isOpen, type PredicateSurroundings } from "../gates/predicate.ts";
import { whyClosed } from "../gates/why-closed.ts";
import type { Plugin, SkillGroup } from "../plugin.ts";
import { SKILL } from "../sources/folder.ts";
import type { Chosen, Retained } from "./chosen.ts";
import { findSkills } from "./find-skills.ts";
import { readSkill } from "./read-skill.ts";
import { originIn, retainedIn, type SkillPlace, treeOfGroup } from "./skill-place.ts";
import type { Skill } from "./skill.ts";

export type Collecting = ReturnType<typeof startCollecting>;

export function startCollecting(surroundings: PredicateSurroundings, places: Pick<Places, "cache" | "locks">) {
  const [skills, leftOut, kept]: [Chosen[], LeftOut[], Retained[]] = [[], [], []];
  return { surroundings, places, skills, leftOut, kept, problems: [] as Problem[], asked: [] as Asked[] };
}

interface Around {
  readonly folder: string;
  readonly place: SkillPlace;
  readonly plugin?: string;
  readonly isOwn: boolean;
  readonly mayAsk: (asked: Asked) => boolean;
  readonly isGated: boolean;
  readonly isOptional?: boolean;
  /** Of an Agent Plugin: its folder. Its skills are directly in their folder, and nothing of them is outside the plugin's. */
  readonly packageRoot?: string;
}

export interface Found {
  readonly skill: Skill;
  readonly isGated: boolean;
  readonly file: string;
}

type Choice = Partial<Chosen> | { readonly reason: string; readonly problem?: Problem };

export function takeFolder(collecting: Collecting, around: Around, choose: (found: Found) => Choice): void {
  const { folder, place, plugin, packageRoot } = around;
  const { source } = place;
  const { directories, names, isMissing, isCut, problems, refused } = findSkills(
    folder,
    boundsAround(collecting, around),
    packageRoot !== undefined,
  );
  collecting.problems.push(...[...problems, ...refused].map((problem) => gradedIn(place, problem)));
  // An unreadable folder may contain what is installed.
  for (const { severity, file } of problems) if (severity === "error") collecting.kept.push(retainedIn(place, file));
  if (isCut) collecting.kept.push(retainedIn(place, realPath(folder)));
  if (isMissing && around.isOptional !== true) {
    const hint = "source.path starts at the folder of the manifest";
    collecting.problems.push({ severity: "warning", file: folder, message: "is missing, so this group of skills is empty", hint });
    if (plugin !== undefined) collecting.kept.push({ kind: "plugin", source, plugin });
  }
  for (const directory of directories) {
    const one = readIn(collecting, around, directory, names.get(directory));
    if (one === undefined) continue;
    const { skill } = one;
    const closed = judge(collecting, skill.gate, around);
    const choice = closed === undefined ? choose(one) : { reason: closed };
    if (closed !== undefined) keepUnknown(collecting, skill.gate, retainedIn(place, directory));
    if (!("reason" in choice)) collecting.skills.push({ skill, source, plugin, led: place.package?.source, ...choice });
    else {
      collecting.leftOut.push({ source, plugin, skill: skill.name, reason: choice.reason });
      if (choice.problem !== undefined) collecting.problems.push(choice.problem);
    }
  }
}

/** A mistake in a package is not the user's to fix, so it is a warning. */
function gradedIn(place: SkillPlace, problem: Problem): Problem {
  return place.package === undefined ? problem : { ...problem, severity: "warning" };
}

/** Other people's files may not lead outside; a folder that the user configured may. */
function boundsAround({ surroundings }: Collecting, { place, isOwn, packageRoot }: Around): Bounds | undefined {
  if (packageRoot !== undefined) return boundsOf(packageRoot);
  if (place.checkout !== undefined) return boundsOf(place.checkout.folder);
  if (place.package !== undefined) return boundsOf(place.package.folder);
  return isOwn && surroundings.workspace !== null ? boundsOfWorkspace(surroundings.workspace) : undefined;
}

function readIn(collecting: Collecting, around: Around, directory: string, folder: string | undefined): Found | undefined {
  const { place, isOwn, isGated: isGatedAround } = around;
  const { skill, isGated, problems } = readSkill(directory, folder === undefined ? { isOwn } : { isOwn: false, folder });
  collecting.problems.push(...problems.map((problem) => gradedIn(place, problem)));
  const origin = originIn(place, directory);
  const file = join(directory, SKILL);
  if (origin === undefined) {
    const what = place.package === undefined ? "repository" : "package";
    const message = `is outside the ${what} that names it, so Symposium ignores it`;
    collecting.problems.push({ severity: "error", file, message, hint: `keep the skills of a ${what} inside it` });
  }
  if (skill === undefined || origin === undefined) {
    collecting.kept.push(retainedIn(place, directory));
    return undefined;
  }
  const packageRoot = around.packageRoot && realPath(around.packageRoot);
  return { skill: { ...skill, origin, packageRoot }, isGated: isGated || isGatedAround, file };
}

interface GroupOrder extends Pick<Around, "place" | "mayAsk"> {
  readonly plugin: Plugin;
  readonly group: SkillGroup;
  readonly isMember: boolean;
}

/** The plugin's own gate holds. */
export function takeGroup(collecting: Collecting, { plugin, group, place, isMember, mayAsk }: GroupOrder): void {
  const { source } = group;
  const leaveOut = (reason: string) => void collecting.leftOut.push({ source: place.source, plugin: plugin.name, reason });
  const kept: Retained = { kind: "plugin", source: place.source, plugin: plugin.name };
  const closed = judge(collecting, group.gate, { isOwn: isMember, mayAsk });
  if (closed !== undefined) {
    keepUnknown(collecting, group.gate, kept);
    return leaveOut(closed);
  }
  // The packages of a group are plugins themselves here.
  if (source.kind === "none" || source.kind === "package") return;
  // A package's skills apply where the package does. Agent Plugins have no gates: the user named this one.
  const needsNone = isMember || place.package !== undefined || plugin.agentPlugin !== undefined;
  const isGated = needsNone || [plugin.gate, group.gate].some((gate) => !isOpen(gate));
  const around = { plugin: plugin.name, isOwn: isMember, mayAsk, isGated };
  const choose = ({ skill, isGated, file }: Found): Choice => {
    const warn = (message: string, hint: string) => collecting.problems.push({ severity: "warning", file, message, hint });
    if (!isGated) warn(`skill \`${skill.name}\` has no gate at any level, so it applies everywhere`, 'add crates: "*" if you want that');
    const requires = [...new Set([...(group.requires ?? []), ...(skill.requires ?? [])])];
    for (const name of requires) {
      if (plugin.installations.some((one) => one.name === name)) continue;
      warn(`skill \`${skill.name}\` requires the unknown installation \`${name}\``, "declare it under [[installations]] of its plugin");
    }
    return { requires: requires.length === 0 ? undefined : requires };
  };
  if (source.kind === "path") {
    const packageRoot = source.isFlat === true ? plugin.directory : undefined;
    return takeFolder(collecting, { ...around, folder: source.path, place, isOptional: source.isOptional, packageRoot }, choose);
  }
  const bringer = isMember ? "workspace" : place.package === undefined ? undefined : "package";
  if (bringer !== undefined) return leaveOut(`comes with the ${bringer}, and Symposium fetches nothing for those`);
  const tree = treeOfGroup(source, plugin.manifest, place.source, collecting.places);
  if (tree.ok) return takeFolder(collecting, { ...around, folder: tree.folder, place: tree.place }, choose);
  const file = tree.repository ?? plugin.manifest;
  const message = `the skills of plugin \`${plugin.name}\` are missing: ${tree.why}`;
  collecting.problems.push({ severity: "warning", file, message, hint: "skills already installed from there stay" });
  collecting.kept.push(tree.repository === undefined ? kept : { kind: "repository", repository: tree.repository });
}

/** Why the gate is closed. Before the user agreed, no program of a workspace or a package is asked (PL-16). */
function judge({ surroundings, asked }: Collecting, gate: Gate, { isOwn, mayAsk }: Pick<Around, "isOwn" | "mayAsk">): string | undefined {
  const around = { ...surroundings, isMember: isOwn };
  const questions = questionsOf([gate], around);
  if (!questions.every(mayAsk))
    return isOwn ? "asks a program, and Symposium runs no programs of the workspace" : "asks a program, which needs your consent";
  asked.push(...questions);
  return whyClosed(gate, around);
}

/** Without a lock file a gate may be closed only because the version is unknown (PL-4). */
export function keepUnknown({ surroundings, kept }: Collecting, gate: Gate, item: Retained): void {
  if (hangsOnUnknownVersion(gate, surroundings.workspace)) kept.push(item);
}

export interface LeftOut {
  readonly source: string;
  readonly plugin?: string;
  readonly skill?: string;
  readonly reason: string;
}
