/** The skills in a package, whether or not they apply here. The package's author wrote all of it: nothing outside its folder is read. */

import { join } from "node:path";

import { resolveAgent } from "../agents/find-agent.ts";
import { everySkillFolder, skillFolders, skillFoldersBelow, type SkillScope } from "../agents/skill-folders.ts";
import type { Config } from "../files/config.ts";
import type { Problem } from "../files/problem.ts";
import { readTextFile } from "../files/text-file.ts";
import { boundsOf, isAtOrBelow } from "../host/bounds.ts";
import { entriesIn, realPath } from "../host/paths.ts";
import { type PlacedContext, type Places, workspaceState } from "../host/places.ts";
import type { PackageName } from "../plugins/enablement.ts";
import { namedPackages, packageKey } from "../plugins/gates/match-atom.ts";
import type { Gate } from "../plugins/gates/predicate.ts";
import type { LoadedHere } from "../plugins/here/load-here.ts";
import type { PackageOrigin, Plugin } from "../plugins/plugin.ts";
import { collectSkills } from "../plugins/skills/collect.ts";
import { findSkills } from "../plugins/skills/find-skills.ts";
import { MARKER, parseMarker } from "../plugins/skills/marker.ts";
import { readSkill } from "../plugins/skills/read-skill.ts";
import { originIn, placeInPackage } from "../plugins/skills/skill-place.ts";
import { originKey, type SkillOrigin } from "../plugins/skills/skill.ts";
import { readSynced } from "../plugins/skills/synced-record.ts";

export interface PackageSkill {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  /** Of a skill that the package itself does not bring: who does. */
  readonly by?: { readonly source: string; readonly plugin?: string };
  readonly installed: readonly InstalledCopy[];
}

const MOST_SKILLS = 100;
const MOST_PROBLEMS = 20;

/** Never throws. */
export function packageSkills(plugin: Plugin | undefined, origin: PackageOrigin, copiesOf: CopiesOf) {
  const bounds = boundsOf(origin.folder);
  const place = placeInPackage(origin);
  const problems: Problem[] = [];
  /** The folder of each skill, with its name in an Agent Plugin. */
  const directories = new Map<string, string | undefined>();
  for (const { source } of plugin?.skills ?? []) {
    if (source.kind !== "path") continue;
    const found = findSkills(source.path, bounds, source.isFlat);
    problems.push(...found.problems, ...found.refused);
    for (const directory of found.directories) directories.set(directory, found.names.get(directory));
  }
  const skills: PackageSkill[] = [];
  for (const [directory, folder] of [...directories].slice(0, MOST_SKILLS)) {
    const { skill, problems: wrong } = readSkill(directory, { isOwn: false, folder });
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

/** Skills that apply here because of a package, though a plugin of a source brings them: their gates name the package. */
export function skillsAbout(
  of: PackageName,
  { config, loaded }: Pick<LoadedHere, "config" | "loaded">,
  places: Places,
  copiesOf: CopiesOf,
): readonly PackageSkill[] {
  const key = packageKey(of.ecosystem, of.name);
  const isAbout = (gates: readonly Gate[]) => namedPackages(gates).some(({ ecosystem, name }) => packageKey(ecosystem, name) === key);
  return collectSkills(loaded, { config, places }).skills.flatMap(({ skill, source, plugin }): PackageSkill[] => {
    const by = loaded.plugins.find((one) => one.source === source && one.plugin.name === plugin);
    const { name, description, directory, gate } = skill;
    const groups = by?.plugin.skills.filter(({ source }) => source.kind !== "path" || isAtOrBelow(directory, realPath(source.path)));
    const gates = by === undefined ? [gate] : [gate, by.plugin.gate, ...(groups ?? []).map((group) => group.gate)];
    if ((by !== undefined && by.origin.kind !== "source") || !isAbout(gates)) return [];
    return [{ name, description, folder: directory, by: { source, plugin }, installed: copiesOf([skill.origin]) }];
  });
}

export interface InstalledCopy {
  readonly folder: string;
  readonly scope: SkillScope["scope"];
  /** The configured agents that read it. */
  readonly agents: readonly string[];
}

type CopiesOf = (origins: readonly SkillOrigin[]) => readonly InstalledCopy[];

/** Where Symposium installed skills, by the markers of the copies. Reads the agents' folders once. Never throws. */
export function installedCopies({ context, places }: PlacedContext, config: Pick<Config, "agents">, workspace: string | null): CopiesOf {
  const agents = config.agents.flatMap((name) => resolveAgent(name) ?? []);
  const members = workspace === null ? [] : (readSynced(workspaceState(places, workspace).synced)?.members ?? []);
  const scopes: readonly (SkillScope & { readonly isBelow?: true })[] = [
    ...(workspace === null ? [] : [{ scope: "project", project: workspace, context } as const]),
    ...members.map((project) => ({ scope: "project", project, context, isBelow: true }) as const),
    { scope: "user", project: "", context },
  ];
  const copies = new Map<string, InstalledCopy[]>();
  for (const place of scopes) {
    const readers = place.isBelow === true ? skillFoldersBelow(agents, place) : skillFolders(agents, place);
    for (const folder of everySkillFolder(place)) {
      const reading = readers.find(({ path }) => path === folder)?.agents ?? [];
      for (const { name, marked } of copiesIn(folder)) {
        if (marked.kind !== "ours") continue;
        const key = originKey(marked.marker.origin);
        copies.set(key, [...(copies.get(key) ?? []), { folder: join(folder, name), scope: place.scope, agents: reading }]);
      }
    }
  }
  return (origins) => origins.flatMap((origin) => copies.get(originKey(origin)) ?? []);
}

export function copiesIn(folder: string): readonly { readonly name: string; readonly marked: ReturnType<typeof parseMarker> }[] {
  const folders = entriesIn(folder).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).sort();
  return names.flatMap((name) => {
    const read = readTextFile(join(folder, name, MARKER));
    return read.kind === "text" ? [{ name, marked: parseMarker(read.text) }] : [];
  });
}
