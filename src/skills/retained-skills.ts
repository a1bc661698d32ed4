/** What must stay installed because its source or plugin could not be loaded this time (PL-4). */

import { dirname } from "node:path";

import { realPath } from "../platform/real-path.ts";
import { inOrder } from "../plugins/active-plugins.ts";
import { WORKSPACE_SOURCE } from "../plugins/read-plugins.ts";
import type { PluginSource } from "../plugins/sources/source.ts";
import type { Retained } from "./chosen.ts";
import type { SkillSupply } from "./collect.ts";
import { placeOf, retainedIn } from "./skill-place.ts";

export function retainedSkills(supply: SkillSupply): readonly Retained[] {
  const { sources, plugins, asleep, problems, packages, surroundings } = supply;
  // Without the dependencies it is unknown what applies.
  const workspaceFailed = surroundings.workspace?.problems.some(({ severity }) => severity === "error") === true;
  if (workspaceFailed) return [{ kind: "everything" }];
  const failed = sources.filter((source) => hasFailed(source, problems));
  const inactive = new Set([...plugins.filter((each) => each.inactive !== undefined), ...asleep].map(({ plugin }) => plugin.manifest));
  // An error in the manifest of a plugin that does not apply changes nothing: its skills go.
  const broken = [...new Set(problems.filter(({ severity, file }) => severity === "error" && !inactive.has(file)).map(({ file }) => file))];
  return [
    ...failed.map(({ name }): Retained => ({ kind: "source", source: name })),
    ...packages.unread.map(({ ecosystem, name }): Retained => ({ kind: "package", ecosystem, name })),
    ...broken.flatMap((file) => retainedByManifest(file, supply)),
  ];
}

/** What was fetched of a repository earlier is loaded unchanged, whatever happened to the repository. */
function hasFailed({ unavailable, origin, folder = origin }: PluginSource, problems: SkillSupply["problems"]): boolean {
  return unavailable !== undefined || problems.some(({ file }) => file === folder);
}

/** Its groups may be anywhere, so copies are recognised by their plugin; where its name is unreadable, by belonging to no other. */
function retainedByManifest(file: string, { plugins, asleep, sources }: SkillSupply): readonly Retained[] {
  const loaded = plugins.find(({ plugin }) => plugin.manifest === file);
  if (loaded !== undefined) return [{ kind: "plugin", source: loaded.source, plugin: loaded.plugin.name }];
  const source = sources.find((each) => isIn(each, file));
  const name = source?.name ?? WORKSPACE_SOURCE;
  const except = inOrder(plugins, asleep)
    .filter((each) => each.source === name)
    .map(({ plugin }) => plugin.name);
  return [
    { kind: "source", source: name, except },
    ...(source === undefined ? [] : [retainedIn(placeOf(source), realPath(dirname(file)))]),
  ];
}

function isIn({ origin, folder = origin }: PluginSource, file: string): boolean {
  return file !== folder && (file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`));
}
