/** What must stay installed because its source or plugin could not be loaded this time (PL-4). */

import { dirname } from "node:path";

import type { PluginSource } from "../plugins/sources/source.ts";
import type { Kept } from "./chosen.ts";
import type { SkillSupply } from "./collect.ts";
import { keptIn, placeOf, realPath } from "./skill-place.ts";

export function keptByFailures({ sources, plugins, problems, surroundings }: SkillSupply): readonly Kept[] {
  // Without the dependencies nobody can say what applies.
  const workspaceFailed = surroundings.workspace?.problems.some(({ severity }) => severity === "error") === true;
  if (workspaceFailed) return [{ kind: "everything" }];
  // What was fetched of a repository earlier is loaded as it is, whatever became of the repository.
  const hasFailed = ({ unavailable, checkout, origin }: PluginSource) =>
    unavailable !== undefined || (checkout === undefined && problems.some(({ file }) => file === origin));
  const failed = sources.filter(hasFailed);
  const inactive = new Set(plugins.filter((each) => each.inactive !== undefined).map(({ plugin }) => plugin.manifest));
  // An error in the manifest of a plugin that does not apply changes nothing: its skills go.
  const broken = problems.filter(({ severity, file }) => severity === "error" && !inactive.has(file)).map(({ file }) => file);
  return [
    ...failed.map(({ name }): Kept => ({ kind: "source", source: name })),
    ...sources.flatMap((source) =>
      broken.filter((file) => isIn(source, file)).map((file) => keptIn(placeOf(source), realPath(dirname(file)))),
    ),
  ];
}

function isIn({ origin, folder = origin }: PluginSource, file: string): boolean {
  return file !== folder && (file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`));
}
