/** The list of plugins as data. */

import type { Problem } from "../files/problem.ts";
import { isAtOrBelow } from "../host/bounds.ts";
import type { PlacedContext } from "../host/places.ts";
import type { LoadedPlugin } from "../plugins/active-plugins.ts";
import { type LoadedHere, loadHere } from "../plugins/here/load-here.ts";
import { besideHere, candidatesHere, DEPENDENCIES, MOST_BESIDE, packageHere, packageReason } from "../plugins/here/packages-here.ts";
import { importedFrom, type PackageHere } from "../plugins/here/plugin-here.ts";
import { IMPORT_SOURCE } from "../plugins/plugins-read.ts";
import type { PluginSource } from "../plugins/sources/source.ts";

/** Something that acts, or a reason why it does not; a package's plugin that acts has the reason for that. */
interface Listed {
  readonly name: string;
  readonly active: boolean;
  readonly reason?: string;
}

export interface ListedPlugin extends Listed {
  readonly package?: PackageHere;
  readonly manifest: string;
  readonly hooks: readonly Listed[];
}

export interface ListedSource extends Pick<PluginSource, "name" | "origin" | "unavailable"> {
  readonly plugins: readonly ListedPlugin[];
}

export interface PluginList {
  readonly workspace: string | null;
  readonly sources: readonly ListedSource[];
  readonly problems: readonly Problem[];
}

export function listPlugins(app: PlacedContext): PluginList {
  const here = loadHere(app, "all");
  const { workspace, loaded, problems } = here;
  const { sources, plugins } = loaded;
  const imported = plugins.flatMap((one) =>
    one.origin.kind === "imported" ? [listedPlugin(one, importedFrom(one.origin, one.plugin.manifest))] : [],
  );
  const ofPackages = listedPackages(app, here);
  return {
    workspace: workspace?.folder ?? null,
    sources: [
      ...sources.map(({ name, origin, folder = origin, unavailable }) => {
        // Two sources may have one name, so the folder decides as well.
        const own = plugins.filter(({ source, plugin }) => source === name && isAtOrBelow(plugin.directory, folder));
        return { name, origin, unavailable, plugins: own.map((one) => listedPlugin(one)) };
      }),
      { name: IMPORT_SOURCE, origin: app.places.imports, plugins: imported },
      { name: DEPENDENCIES, origin: workspace?.folder ?? app.context.cwd, plugins: ofPackages },
    ].filter((_, at) => at < sources.length || (at === sources.length ? imported : ofPackages).length > 0),
    problems: [...problems, ...loaded.problems],
  };
}

function listedPackages(place: PlacedContext, here: LoadedHere): readonly ListedPlugin[] {
  const { config, workspace, loaded } = here;
  const active = loaded.plugins.flatMap((one): ListedPlugin[] => {
    if (one.origin.kind !== "package") return [];
    return [{ ...listedPlugin(one, packageReason(one.origin, config, workspace).reason), package: packageHere(one.origin) }];
  });
  const others = [
    ...candidatesHere(here, place).map(({ candidate, here: shown }) => ({ manifest: candidate.folder, shown })),
    ...besideHere(here, place)
      .slice(0, MOST_BESIDE)
      .map(({ path, here: shown }) => ({ manifest: path, shown })),
  ].map(({ manifest, shown: { name, reason, package: of } }) => ({ name, active: false, reason, package: of, manifest, hooks: [] }));
  return [...active, ...others];
}

/** `because` counts only where it is active. */
function listedPlugin({ plugin, inactive, hooks: judged }: LoadedPlugin, because?: string): ListedPlugin {
  const hooks = judged.map(({ hook, inactive: why }) => listed(hook.name, why));
  return { ...listed(plugin.name, inactive), reason: inactive ?? because, manifest: plugin.manifest, hooks };
}

function listed(name: string, inactive: string | undefined): Listed {
  return { name, active: inactive === undefined, reason: inactive };
}
