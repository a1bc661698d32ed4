/** The list of plugins as data. */

import type { Problem } from "../files/problem.ts";
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

export interface ListedSource {
  readonly name: string;
  readonly origin: string;
  readonly unavailable?: string;
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
  return {
    workspace: workspace?.folder ?? null,
    sources: [...sources.map((source) => listedSource(source, plugins)), ...listedImports(app, plugins), ...listedPackages(app, here)],
    problems: [...problems, ...loaded.problems],
  };
}

function listedSource({ name, origin, folder = origin, unavailable }: PluginSource, plugins: readonly LoadedPlugin[]): ListedSource {
  // Two sources may have one name, so the folder decides as well.
  const own = plugins.filter(({ source, plugin }) => source === name && plugin.directory.startsWith(folder));
  return { name, origin, unavailable, plugins: own.map(listedPlugin) };
}

function listedImports({ places }: PlacedContext, plugins: readonly LoadedPlugin[]): readonly ListedSource[] {
  const imported = plugins.flatMap((one): ListedPlugin[] => {
    if (one.origin.kind !== "imported") return [];
    const reason = importedFrom(one.origin, one.plugin.manifest);
    return [{ ...listedPlugin(one), ...(one.inactive === undefined ? { reason } : {}) }];
  });
  return imported.length === 0 ? [] : [{ name: IMPORT_SOURCE, origin: places.imports, plugins: imported }];
}

function listedPackages(place: PlacedContext, here: LoadedHere): readonly ListedSource[] {
  const { config, workspace, loaded } = here;
  const active = loaded.plugins.flatMap((one): ListedPlugin[] => {
    if (one.origin.kind !== "package") return [];
    const { reason } = packageReason(one.origin, config, workspace);
    return [{ ...listedPlugin(one), package: packageHere(one.origin), ...(one.inactive === undefined ? { reason } : {}) }];
  });
  const others = [
    ...candidatesHere(here, place).map(({ candidate, here: shown }) => ({ manifest: candidate.folder, shown })),
    ...besideHere(here, place)
      .slice(0, MOST_BESIDE)
      .map(({ path, here: shown }) => ({ manifest: path, shown })),
  ].map(({ manifest, shown: { name, reason, package: of } }): ListedPlugin => ({
    name,
    active: false,
    reason,
    package: of,
    manifest,
    hooks: [],
  }));
  const plugins = [...active, ...others];
  return plugins.length === 0 ? [] : [{ name: DEPENDENCIES, origin: workspace?.folder ?? place.context.cwd, plugins }];
}

function listedPlugin({ plugin, inactive, hooks: judged }: LoadedPlugin): ListedPlugin {
  const hooks = judged.map(({ hook, inactive: why }) => listed(hook.name, why));
  return { ...listed(plugin.name, inactive), manifest: plugin.manifest, hooks };
}

function listed(name: string, inactive: string | undefined): Listed {
  return { name, active: inactive === undefined, reason: inactive };
}
