/** The skills of an exported plugin: those that every client may offer, and the groups that only Symposium can. */

import { relative, sep } from "node:path";

import { realPath } from "../../host/paths.ts";
import { isOpen, writtenGate } from "../../plugins/gates/predicate.ts";
import { writtenSource } from "../../plugins/manifest/source-text.ts";
import type { Plugin, SkillGroup } from "../../plugins/plugin.ts";
import { findSkills } from "../../plugins/skills/find-skills.ts";
import { planNames } from "../../plugins/skills/plan-names.ts";
import { readSkill } from "../../plugins/skills/read-skill.ts";
import { copiedBytes, snapshotOf } from "../../plugins/skills/skill-files.ts";
import { judgeName, type Skill } from "../../plugins/skills/skill.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { isLocalRepository } from "./entries.ts";
import { type ExportLoss, exportLoss } from "./losses.ts";
import { relocated, type Relocation } from "./relocate.ts";

export interface PackageFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly isExecutable: boolean;
}

type FoundSkill = Omit<Skill, "origin">;

export function exportedSkills({ skills: groups, manifest }: Pick<Plugin, "skills" | "manifest">, at: Relocation) {
  const own: object[] = [];
  const losses: ExportLoss[] = [];
  const found: FoundSkill[] = [];
  for (const group of groups) {
    const why = whyOwn(group);
    if (why === undefined) found.push(...portableSkills(group, at, losses));
    else {
      const entry = ownGroup(group, at);
      if (entry === undefined) continue;
      own.push(entry);
      const [title = SKILL] = typeof entry.source === "string" ? [entry.source] : Object.values<string>(entry.source);
      losses.push(exportLoss(why, "skills", title));
    }
  }
  return { ...copied(found, manifest, at, losses), own, losses };
}

function whyOwn({ gate, source, requires = [] }: SkillGroup) {
  if (source.kind !== "path") return "skills-elsewhere";
  if (!isOpen(gate)) return "skills-conditional";
  return requires.length > 0 ? "skills-need-programs" : undefined;
}

function portableSkills({ source }: SkillGroup, at: Relocation, losses: ExportLoss[]): FoundSkill[] {
  if (source.kind !== "path") return [];
  const { directories, names, isMissing, isCut, problems, refused } = findSkills(source.path, at.bounds, source.isFlat === true);
  for (const { file, message } of [...refused, ...problems]) at.refusals.push(`${file}: ${message}`);
  if (isCut) at.refusals.push(`${source.path} has more folders than Symposium searches`);
  if (isMissing && source.isOptional !== true) at.refusals.push(`there is no folder ${source.path}`);
  return directories.flatMap((directory): FoundSkill[] => {
    const folder = names.get(directory);
    const { skill, problems: wrong } = readSkill(directory, { isOwn: false, folder });
    if (skill !== undefined) return [source.isFlat === true ? { ...skill, packageRoot: realPath(at.directory) } : skill];
    losses.push(exportLoss("skill-invalid", wayTo(directory, at), wrong.find(({ severity }) => severity === "error")?.message));
    return [];
  });
}

/** A name that agents may not accept counts as taken, so the skill gets another. The plugin's manifest is not part of a skill around it. */
function copied(found: readonly FoundSkill[], manifest: string, at: Relocation, losses: ExportLoss[]) {
  const named = found.map((skill) => ({
    skill,
    name: skill.name,
    origin: { kind: "folder" as const, source: "export", path: wayTo(skill.directory, at) },
    // Two folders are two skills.
    digest: () => skill.directory,
  }));
  const planned = planNames(named, (name) => judgeName(name).doubt !== undefined);
  const files = planned.flatMap(({ of: { skill }, name = skill.name }): PackageFile[] => {
    const snapshot = snapshotOf(skill);
    if (!snapshot.ok) at.refusals.push(`${snapshot.at} ${snapshot.why}`);
    if (name !== skill.name) losses.push(exportLoss("skill-renamed", `skill ${skill.name}`, name));
    if (!isOpen(skill.gate)) losses.push(exportLoss("condition-unread", `skill ${name}`));
    const files = (snapshot.ok ? snapshot.files : []).filter(({ path, from }) => from !== manifest || path === SKILL);
    return files.map(({ path, from, isExecutable }) => ({
      path: `skills/${name}/${path}`,
      bytes: copiedBytes({ path, from }, name === skill.name ? undefined : name),
      isExecutable,
    }));
  });
  // The folders are real paths, so that nothing in them is copied twice.
  return { names: planned.map(({ of, name = of.name }) => name).sort(), files, folders: found.map(({ directory }) => directory) };
}

/** As `[[skills]]` in a manifest; `undefined` for a group that brings nothing. */
function ownGroup({ gate, source, requires = [] }: SkillGroup, at: Relocation) {
  if (source.kind === "git" && isLocalRepository(source.address))
    at.refusals.push(`the skills in ${source.address} are in a repository on this machine`);
  const written = writtenSource(source, (path) => relocated(path, at, "a group of skills"));
  return written === undefined ? undefined : { source: written, ...writtenGate(gate), ...(requires.length === 0 ? {} : { requires }) };
}

function wayTo(directory: string, { bounds }: Relocation): string {
  return relative(bounds.top, directory).split(sep).join("/") || SKILL;
}
