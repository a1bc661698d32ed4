/** Search: plugins and standalone skills of all sources, and plugins of the workspace's packages, by a part of their name or description. */

import type { PluginSource } from "../../plugins/sources/source.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { PluginHere } from "./plugin-here.ts";
import { DEPENDENCIES } from "./packages-here.ts";
import { type RegistryResult, searchRegistries } from "./search-registries.ts";
import { pluginsHere } from "./plugins-here.ts";

export interface SearchResult {
  readonly query: string;
  /** Only sources in which something was found; packages that the workspace depends on or uses are the last. */
  readonly sources: readonly (Pick<PluginSource, "name" | "origin"> & { readonly found: readonly PluginHere[] })[];
  /** Unreadable sources. */
  readonly unavailable: readonly Pick<PluginSource, "name" | "origin" | "unavailable">[];
  /** Absent where none was to be asked. */
  readonly registries?: readonly RegistryResult[];
}

export interface SearchOptions {
  /** Asks the registries too, through the network. */
  readonly registry?: boolean;
}

export async function searchPlugins(cli: PlacedContext, query: string, { registry = false }: SearchOptions = {}): Promise<SearchResult> {
  const { loaded, plugins, workspace } = await pluginsHere(cli, "all");
  const { sources } = loaded;
  const isMeant = ({ name, description = "" }: PluginHere) =>
    [name, description].some((text) => text.toLowerCase().includes(query.toLowerCase()));
  const ofPackages = plugins.filter((one) => one.package !== undefined && isMeant(one));
  const packages = { name: DEPENDENCIES, origin: workspace?.folder ?? cli.context.cwd, found: ofPackages };
  const found = sources.map(({ name, origin }) => ({ name, origin, found: plugins.filter((one) => one.source === name && isMeant(one)) }));
  const registries = registry ? { registries: await searchRegistries(cli, query, workspace) } : {};
  return {
    query,
    sources: [...found, packages].filter((source) => source.found.length > 0),
    unavailable: sources.flatMap(({ name, origin, unavailable }) => (unavailable === undefined ? [] : [{ name, origin, unavailable }])),
    ...registries,
  };
}
