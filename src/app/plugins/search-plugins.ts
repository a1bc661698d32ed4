/** Search: plugins and standalone skills of all sources by a part of their name or description. */

import type { PluginSource } from "../../plugins/sources/source.ts";
import type { ReadContext } from "../app-context.ts";
import type { PluginHere } from "./plugin-here.ts";
import { pluginsHere } from "./plugins-here.ts";

export interface Found {
  readonly query: string;
  /** Only sources in which something was found. */
  readonly sources: readonly (Pick<PluginSource, "name" | "origin"> & { readonly found: readonly PluginHere[] })[];
  /** Sources that could not be looked into. */
  readonly unavailable: readonly Pick<PluginSource, "name" | "origin" | "unavailable">[];
}

export async function searchPlugins(cli: ReadContext, query: string): Promise<Found> {
  const { sources, plugins } = await pluginsHere(cli);
  const isMeant = ({ name, description = "" }: PluginHere) =>
    [name, description].some((text) => text.toLowerCase().includes(query.toLowerCase()));
  const found = sources.map(({ name, origin }) => ({ name, origin, found: plugins.filter((one) => one.source === name && isMeant(one)) }));
  return {
    query,
    sources: found.filter((source) => source.found.length > 0),
    unavailable: sources
      .filter(({ unavailable }) => unavailable !== undefined)
      .map(({ name, origin, unavailable }) => ({ name, origin, ...(unavailable === undefined ? {} : { unavailable }) })),
  };
}
