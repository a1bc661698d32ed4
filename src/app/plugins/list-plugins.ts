/** The list of plugins as data. */

import type { Problem } from "../../documents/problem.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { loadHere } from "./load-here.ts";

/** Something that acts, or a reason why it does not. */
interface Listed {
  readonly name: string;
  readonly active: boolean;
  readonly reason?: string;
}

export interface ListedPlugin extends Listed {
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

/** Reads local files only. */
export function listPlugins(app: PlacedContext): PluginList {
  const { workspace, loaded, problems } = loadHere(app);
  const { sources, plugins } = loaded;
  return {
    workspace: workspace?.folder ?? null,
    sources: sources.map((source) => listedSource(source, plugins)),
    problems: [...problems, ...loaded.problems],
  };
}

function listedSource({ name, origin, folder = origin, unavailable }: PluginSource, plugins: readonly LoadedPlugin[]): ListedSource {
  // Two sources may have one name, so the folder decides as well.
  const own = plugins.filter(({ source, plugin }) => source === name && plugin.directory.startsWith(folder));
  return { name, origin, ...(unavailable === undefined ? {} : { unavailable }), plugins: own.map(listedPlugin) };
}

function listedPlugin({ plugin, inactive, hooks: judged }: LoadedPlugin): ListedPlugin {
  const hooks = judged.map(({ hook, inactive: why }) => listed(hook.name, why));
  return { ...listed(plugin.name, inactive), manifest: plugin.manifest, hooks };
}

function listed(name: string, inactive: string | undefined): Listed {
  return inactive === undefined ? { name, active: true } : { name, active: false, reason: inactive };
}
