/** Every skill inside a plugin, whether or not it applies here, as far as its files are on this machine: nothing is fetched (PL-32). */

import { type Bounds, boundsOf } from "../../platform/bounds.ts";
import type { Places } from "../../platform/places.ts";
import { boundsOfWorkspace, type Workspace } from "../../ecosystems/workspace.ts";
import type { Plugin } from "../../plugins/plugin.ts";
import type { PluginOrigin } from "../../plugins/plugin-origin.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import { findSkills, type FoundSkills } from "../../skills/find-skills.ts";
import { treeOfGroup } from "../../skills/git-groups.ts";
import { readSkill } from "../../skills/read-skill.ts";

export interface SkillInside {
  readonly name: string;
  readonly description: string;
}

export interface Around {
  readonly origin: PluginOrigin;
  readonly source: string;
  readonly sources: readonly PluginSource[];
  readonly workspace: Workspace | null;
  readonly places: Places;
}

export function skillsInside(plugin: Plugin, around: Around): readonly SkillInside[] {
  const found = new Map<string, SkillInside>();
  for (const { directories, names } of plugin.skills.flatMap((group) => foldersOf(plugin, group, around) ?? [])) {
    for (const directory of directories) {
      const folder = names.get(directory);
      const { skill } = readSkill(directory, { isOwn: false, ...(folder === undefined ? {} : { folder }) });
      if (skill !== undefined) found.set(directory, { name: skill.name, description: skill.description });
    }
  }
  return [...found.values()];
}

function foldersOf(plugin: Plugin, { source }: Plugin["skills"][number], around: Around): FoundSkills | undefined {
  if (source.kind === "path") return findSkills(source.path, boundsAround(plugin, source.isFlat === true, around), source.isFlat);
  // Nothing is fetched for a package or a repository either, so that what lies in the cache is another plugin's.
  if (source.kind !== "git" || around.origin.kind !== "source") return undefined;
  const tree = treeOfGroup(source, plugin.manifest, around.source, around.places);
  return tree.ok
    ? findSkills(tree.folder, tree.place.checkout === undefined ? undefined : boundsOf(tree.place.checkout.folder))
    : undefined;
}

/** As for skills that apply: other people's files may not lead outside; a folder that the user configured may. */
function boundsAround(plugin: Plugin, isPackaged: boolean, { origin, source, sources, workspace }: Around): Bounds | undefined {
  if (isPackaged) return boundsOf(plugin.directory);
  if (origin.kind === "package") return boundsOf(origin.folder);
  if (origin.kind === "repository" && workspace !== null) return boundsOfWorkspace(workspace);
  const { checkout } = sources.find(({ name }) => name === source) ?? {};
  return checkout === undefined ? undefined : boundsOf(checkout.folder);
}
