/**
 * Search: plugins and standalone skills of all sources, plugins of the workspace's packages, and the skills inside all of these, by a part of their name
 * or description.
 */

import { type Bounds, boundsOf } from "../host/bounds.ts";
import type { PlacedContext, Places } from "../host/places.ts";
import { ECOSYSTEMS } from "../packages/list.ts";
import { boundsOfWorkspace, type Workspace } from "../packages/workspace.ts";
import { candidatesHere, DEPENDENCIES } from "../plugins/here/packages-here.ts";
import type { PluginHere } from "../plugins/here/plugin-here.ts";
import { pluginsHere, type PluginsHere } from "../plugins/here/plugins-here.ts";
import { readPackagePlugin } from "../plugins/packages/package-plugin.ts";
import type { Plugin, PluginOrigin } from "../plugins/plugin.ts";
import { findSkills, type FoundSkills } from "../plugins/skills/find-skills.ts";
import { readSkill } from "../plugins/skills/read-skill.ts";
import { treeOfGroup } from "../plugins/skills/skill-place.ts";
import type { Skill } from "../plugins/skills/skill.ts";
import type { PluginSource } from "../plugins/sources/source.ts";

interface FoundPlugin extends PluginHere {
  readonly skillsFound?: readonly SkillInside[];
}

export interface SearchResult {
  readonly query: string;
  /** Only sources in which something was found; packages that the workspace depends on or uses are the last. */
  readonly sources: readonly (Pick<PluginSource, "name" | "origin"> & { readonly found: readonly FoundPlugin[] })[];
  readonly unavailable: readonly Pick<PluginSource, "name" | "origin" | "unavailable">[];
  readonly registries?: readonly RegistryResult[];
}

export async function searchPlugins(
  cli: PlacedContext,
  query: string,
  { registry = false }: { readonly registry?: boolean } = {},
): Promise<SearchResult> {
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
  return {
    query,
    sources: [...found, packages].filter((source) => source.found.length > 0),
    unavailable: sources.flatMap(({ name, origin, unavailable }) => (unavailable === undefined ? [] : [{ name, origin, unavailable }])),
    registries: registry ? await searchRegistries(cli, query, workspace) : undefined,
  };
}

function skillsOf(here: PluginsHere, app: PlacedContext): ReadonlyMap<string, readonly SkillInside[]> {
  const { loaded, workspace } = here;
  const around = { sources: loaded.sources, workspace, places: app.places };
  const ofPlugins = loaded.plugins.map(({ plugin, source, origin }) => {
    const of = origin.kind === "package" ? origin : undefined;
    return [keyOf({ name: plugin.name, source, package: of }), skillsInside(plugin, { ...around, source, origin })] as const;
  });
  const ofCandidates = candidatesHere(here, app).map(({ candidate, here: shown }) => {
    const { plugin } = readPackagePlugin(candidate, { ...app });
    const origin = { ...candidate, kind: "package", through: [], isFromSource: false } as const;
    return [keyOf(shown), plugin === undefined ? [] : skillsInside(plugin, { ...around, source: shown.source, origin })] as const;
  });
  return new Map([...ofPlugins, ...ofCandidates]);
}

function keyOf({ name, source, package: of }: Pick<PluginHere, "name" | "source" | "package">): string {
  return JSON.stringify([name, source, of?.ecosystem, of?.version]);
}

export interface RegistryResult {
  readonly ecosystem: string;
  readonly registry?: string;
  readonly found: readonly { readonly name: string; readonly version: string; readonly description?: string }[];
  readonly hasMore: boolean;
  readonly unasked?: string;
}

/** Asks the registries of the workspace's ecosystems through their own clients (PL-29); outside a workspace, of all ecosystems. Never rejects. */
async function searchRegistries(
  { context, places }: PlacedContext,
  query: string,
  workspace: Workspace | null,
): Promise<readonly RegistryResult[]> {
  const meant = workspace?.roots.map(({ ecosystem }) => ecosystem) ?? [];
  const asked = ECOSYSTEMS.filter(({ name }) => meant.length === 0 || meant.includes(name));
  const where = { ...context, cache: places.cache, repository: workspace?.repository ?? workspace?.folder ?? null };
  return Promise.all(
    asked.map(async ({ name: ecosystem, searchRegistry }): Promise<RegistryResult> => {
      const answer = await searchRegistry(query, where);
      if ("unasked" in answer) return { ecosystem, found: [], hasMore: false, unasked: answer.unasked };
      return { ecosystem, registry: answer.registry, found: answer.packages, hasMore: answer.hasMore };
    }),
  );
}

type SkillInside = Pick<Skill, "name" | "description">;

interface Around {
  readonly origin: PluginOrigin;
  readonly source: string;
  readonly sources: readonly PluginSource[];
  readonly workspace: Workspace | null;
  readonly places: Places;
}

/** Whether or not they apply here, as far as their files are on this machine: nothing is fetched (PL-32). */
function skillsInside(plugin: Plugin, around: Around): readonly SkillInside[] {
  const groups = plugin.skills.flatMap((group) => foldersOf(plugin, group, around) ?? []);
  const folders = new Map(groups.flatMap(({ directories, names }) => directories.map((one) => [one, names.get(one)] as const)));
  return [...folders].flatMap(([directory, folder]) => {
    const { skill } = readSkill(directory, { isOwn: false, folder });
    return skill === undefined ? [] : [{ name: skill.name, description: skill.description }];
  });
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
