/**
 * Search: plugins and standalone skills of all sources, plugins of the workspace's packages, and the skills inside all of these, by a part of their name
 * or description.
 */

import { AGENT_RESOLVER } from "../../agents/agent-resolver.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { readCarried } from "../../plugins/packages/carried-plugin.ts";
import type { PluginHere } from "./plugin-here.ts";
import { candidatesHere, DEPENDENCIES } from "./packages-here.ts";
import { type RegistryResult, searchRegistries } from "./search-registries.ts";
import { type PluginsHere, pluginsHere } from "./plugins-here.ts";
import { type SkillInside, skillsInside } from "./skills-inside.ts";

export interface FoundPlugin extends PluginHere {
  /** The skills inside it that match; absent where none does. */
  readonly skillsFound?: readonly SkillInside[];
}

export interface SearchResult {
  readonly query: string;
  /** Only sources in which something was found; packages that the workspace depends on or uses are the last. */
  readonly sources: readonly (Pick<PluginSource, "name" | "origin"> & { readonly found: readonly FoundPlugin[] })[];
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
  const here = await pluginsHere(cli, "all");
  const { loaded, workspace } = here;
  const { sources } = loaded;
  const isMeant = ({ name, description = "" }: Pick<PluginHere, "name" | "description">) =>
    [name, description].some((text) => text.toLowerCase().includes(query.toLowerCase()));
  const inside = skillsOf(here, cli);
  const plugins = here.plugins.flatMap((one): FoundPlugin[] => {
    const skillsFound = (inside.get(keyOf(one)) ?? []).filter(isMeant);
    return skillsFound.length > 0 ? [{ ...one, skillsFound }] : isMeant(one) ? [one] : [];
  });
  const ofPackages = plugins.filter((one) => one.package !== undefined);
  const packages = { name: DEPENDENCIES, origin: workspace?.folder ?? cli.context.cwd, found: ofPackages };
  const found = sources.map(({ name, origin }) => ({ name, origin, found: plugins.filter((one) => one.source === name) }));
  const registries = registry ? { registries: await searchRegistries(cli, query, workspace) } : {};
  return {
    query,
    sources: [...found, packages].filter((source) => source.found.length > 0),
    unavailable: sources.flatMap(({ name, origin, unavailable }) => (unavailable === undefined ? [] : [{ name, origin, unavailable }])),
    ...registries,
  };
}

/** By plugin. */
function skillsOf(here: PluginsHere, app: PlacedContext): ReadonlyMap<string, readonly SkillInside[]> {
  const { loaded, workspace } = here;
  const around = { sources: loaded.sources, workspace, places: app.places };
  const ofPlugins = loaded.plugins.map(({ plugin, source, origin }) => {
    const of = origin.kind === "package" ? { package: origin } : {};
    return [keyOf({ name: plugin.name, source, ...of }), skillsInside(plugin, { ...around, source, origin })] as const;
  });
  const ofCandidates = candidatesHere(here, app).map(({ candidate, here: shown }) => {
    const { plugin } = readCarried(candidate, { agents: AGENT_RESOLVER, ...app });
    const origin = { ...candidate, kind: "package", through: [], isFromSource: false } as const;
    return [keyOf(shown), plugin === undefined ? [] : skillsInside(plugin, { ...around, source: shown.source, origin })] as const;
  });
  return new Map([...ofPlugins, ...ofCandidates]);
}

function keyOf({ name, source, package: of }: Pick<PluginHere, "name" | "source" | "package">): string {
  return JSON.stringify([name, source, of?.ecosystem, of?.version]);
}
