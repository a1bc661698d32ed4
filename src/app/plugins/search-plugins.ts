/** Search: plugins and standalone skills of all sources by a part of their name or description. */

import type { PluginSource } from "../../plugins/sources/source.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { PluginHere } from "./plugin-here.ts";
import { pluginsHere } from "./plugins-here.ts";

export interface SearchResult {
  readonly query: string;
  /** Only sources in which something was found. */
  readonly sources: readonly (Pick<PluginSource, "name" | "origin"> & { readonly found: readonly PluginHere[] })[];
  /** Sources that are not on this machine. */
  readonly unavailable: readonly Pick<PluginSource, "name" | "origin" | "unavailable">[];
}

export async function searchPlugins(cli: PlacedContext, query: string): Promise<SearchResult> {
  const { loaded, plugins } = await pluginsHere(cli);
  const { sources } = loaded;
  const isMeant = ({ name, description = "" }: PluginHere) =>
    [name, description].some((text) => text.toLowerCase().includes(query.toLowerCase()));
  const found = sources.map(({ name, origin }) => ({ name, origin, found: plugins.filter((one) => one.source === name && isMeant(one)) }));
  return {
    query,
    sources: found.filter((source) => source.found.length > 0),
    unavailable: sources.flatMap(({ name, origin, unavailable }) => (unavailable === undefined ? [] : [{ name, origin, unavailable }])),
  };
}
