/**
 * Which skills apply: those of active plugins' groups, packages included, standalone skills in a source, and the workspace's own. The gates of all levels
 * must hold, and they are judged from the outermost inwards, so that nothing is read or fetched for a closed gate (PL-8).
 */

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Config } from "../../files/config.ts";
import type { GitAddress } from "../../files/git/address.ts";
import type { Problem } from "../../files/problem.ts";
import { sameName } from "../../files/similar-word.ts";
import { readTextFileWithin } from "../../files/text-file.ts";
import { isTable, readToml } from "../../files/toml.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath, realPath } from "../../host/paths.ts";
import type { Places } from "../../host/places.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { boundsOfWorkspace, type Workspace } from "../../packages/workspace.ts";
import { inOrder, type LoadedOutline, type LoadedPlugin, type LoadedPlugins } from "../active-plugins.ts";
import { mayAsk } from "../consent/standings.ts";
import { isUsed } from "../enablement.ts";
import type { Asked } from "../gates/predicate.ts";
import { whyClosed } from "../gates/why-closed.ts";
import { WORKSPACE_SOURCE } from "../plugins-read.ts";
import { hasAgentPlugin, MANIFEST } from "../sources/manifest-files.ts";
import type { Chosen, Retained } from "./chosen.ts";
import { type Collecting, type Found, keepUnknown, type LeftOut, startCollecting, takeFolder, takeGroup } from "./collect-folder.ts";
import { addressOfGroup, placeInPackage, placeOf, retainedIn, type SkillPlace } from "./skill-place.ts";
import { judgeName } from "./skill.ts";

type SkillSupply = Pick<LoadedPlugins, "standalone" | "sources" | "surroundings" | "problems" | "packages"> & {
  readonly policy?: Pick<LoadedPlugins["policy"], "deniedSources">;
  readonly outlined: readonly Pick<LoadedOutline, "source" | "plugin" | "inactive" | "before">[];
  readonly plugins: readonly PluginWithSkills[];
};

type PluginWithSkills = Pick<LoadedPlugin, "source" | "origin" | "isMember" | "plugin" | "inactive"> & {
  readonly consent?: LoadedPlugin["consent"];
  readonly denied?: string;
};

interface CollectRequest {
  readonly config: Pick<Config, "use" | "disable" | "agentsSyncing">;
  readonly places: Pick<Places, "cache" | "locks">;
}

export interface Collected {
  readonly skills: readonly Chosen[];
  readonly leftOut: readonly LeftOut[];
  readonly kept: readonly Retained[];
  readonly problems: readonly Problem[];
  /** The questions for programs before all of the gates around skills can be judged. */
  readonly asked: readonly Asked[];
  /** The folders of the workspace's own skills, missing ones too, from before they were read. */
  readonly own: readonly Stamped[];
}

/** Reads local files only. Never throws. */
export function collectSkills(supply: SkillSupply, request: CollectRequest): Collected {
  const collecting = startCollecting(supply.surroundings, request.places);
  collecting.kept.push(...retainedSkills(supply));
  for (const one of inOrder(supply.plugins, supply.outlined)) {
    if (!("before" in one)) takePlugin(collecting, one, supply);
    else if (one.plugin.hasSkills) collecting.leftOut.push({ source: one.source, plugin: one.plugin.name, reason: one.inactive });
  }
  for (const { source, directory } of supply.standalone) {
    const mayAsk = () => supply.policy?.deniedSources.has(source) !== true;
    const around = { folder: directory, place: placeIn(source, supply), isOwn: false, mayAsk, isGated: false };
    takeFolder(collecting, around, (found) => choiceOfStandalone(found, supply, request));
  }
  const workspaceFolders = ownFolders(supply.surroundings.workspace, request.config);
  for (const own of workspaceFolders.folders) {
    const place = { source: WORKSPACE_SOURCE };
    const around = { folder: own.folder, place, isOwn: true, mayAsk: () => false, isGated: true, isOptional: true };
    takeFolder(collecting, around, ({ skill }) => ({ mirrored: mirroredName(skill.directory, own) }));
  }
  const { skills, leftOut, kept, problems, asked } = collecting;
  return { skills, leftOut, kept, problems, asked, own: workspaceFolders.stamps };
}

function placeIn(source: string, { sources }: SkillSupply): SkillPlace {
  return placeOf(sources.find(({ name }) => name === source) ?? { name: source, origin: source });
}

/** The repositories needed before skills are collected: only of groups whose gates are open. */
export function neededRepositories(supply: SkillSupply): readonly { readonly name: string; readonly address: GitAddress }[] {
  return supply.plugins
    .filter(({ inactive, origin }) => inactive === undefined && origin.kind === "source")
    .flatMap(({ plugin }) =>
      plugin.skills.flatMap(({ gate, source }) => {
        if (source.kind !== "git" || whyClosed(gate, supply.surroundings) !== undefined) return [];
        const read = addressOfGroup(source, plugin.manifest);
        return read.ok ? [{ name: plugin.name, address: read.address }] : [];
      }),
    );
}

function takePlugin(collecting: Collecting, loaded: PluginWithSkills, supply: SkillSupply): void {
  const { source, origin, plugin, isMember, inactive } = loaded;
  if (plugin.skills.length === 0) return;
  if (inactive !== undefined) {
    collecting.leftOut.push({ source, plugin: plugin.name, reason: inactive });
    keepUnknown(collecting, plugin.gate, { kind: "plugin", source, plugin: plugin.name });
    return;
  }
  const place = origin.kind === "package" ? placeInPackage(origin) : placeIn(source, supply);
  for (const group of plugin.skills) takeGroup(collecting, { plugin, group, place, isMember, mayAsk: (asked) => mayAsk(loaded, asked) });
}

/** A skill without a gate is inactive until it is used, like a plugin (PL-6). */
function choiceOfStandalone(
  { skill, isGated, file }: Found,
  { surroundings }: SkillSupply,
  { config }: CollectRequest,
): Partial<Chosen> | { readonly reason: string; readonly problem?: Problem } {
  if (config.disable.some((name) => sameName(name, skill.name))) return { reason: "is disabled in the config file" };
  if (isGated || isUsed(skill.name, config, surroundings.workspace?.folder ?? null)) return {};
  const message = `skill \`${skill.name}\` is dormant: missing \`crates\` in its frontmatter, so it applies nowhere`;
  const hint = `add crates: "*" to it, or use = ["${skill.name}"] under [plugins] in the config file`;
  return {
    reason: "is dormant: it has no gate that says where it applies",
    problem: { severity: "warning", file, code: "dormant", message, hint },
  };
}

/** What must stay installed because its source or plugin could not be loaded this time (PL-4). */
function retainedSkills(supply: SkillSupply): readonly Retained[] {
  const { sources, plugins, outlined, problems, packages, surroundings } = supply;
  // Without the dependencies it is unknown what applies.
  if (surroundings.workspace?.problems.some(({ severity }) => severity === "error") === true) return [{ kind: "everything" }];
  // What was fetched of a repository earlier is loaded unchanged, whatever happened to the repository.
  const failed = sources.filter(
    ({ unavailable, origin, folder = origin }) => unavailable !== undefined || problems.some(({ file }) => file === folder),
  );
  const inactive = new Set([...plugins.filter((each) => each.inactive !== undefined), ...outlined].map(({ plugin }) => plugin.manifest));
  // An error in the manifest of a plugin that does not apply changes nothing: its skills go.
  const broken = [...new Set(problems.filter(({ severity, file }) => severity === "error" && !inactive.has(file)).map(({ file }) => file))];
  return [
    ...failed.map(({ name }): Retained => ({ kind: "source", source: name })),
    ...packages.unread.map(({ ecosystem, name }): Retained => ({ kind: "package", ecosystem, name })),
    ...broken.flatMap((file) => retainedByManifest(file, supply)),
  ];
}

/** Its groups may be anywhere, so copies are recognised by their plugin; where its name is unreadable, by belonging to no other. */
function retainedByManifest(file: string, { plugins, outlined, sources }: SkillSupply): readonly Retained[] {
  const loaded = plugins.find(({ plugin }) => plugin.manifest === file);
  if (loaded !== undefined) return [{ kind: "plugin", source: loaded.source, plugin: loaded.plugin.name }];
  const source = sources.find(({ origin, folder = origin }) => file.startsWith(`${folder}/`) || file.startsWith(`${folder}\\`));
  const name = source?.name ?? WORKSPACE_SOURCE;
  const except = inOrder(plugins, outlined)
    .filter((each) => each.source === name)
    .map(({ plugin }) => plugin.name);
  return [
    { kind: "source", source: name, except },
    ...(source === undefined ? [] : [retainedIn(placeOf(source), realPath(dirname(file)))]),
  ];
}

interface OwnFolder {
  readonly folder: string;
  /** The shared folder beside the agents' own, whose skills are mirrored into those under the same names. */
  readonly isShared: boolean;
}

const SHARED = join(".agents", "skills");
const BARE = "skills";

/**
 * `.agents/skills` and `skills` of the workspace's roots and members, of those that have any (PL-13: skills go to the outermost). With
 * `agents-syncing = false` the shared folders are left to the agents that read them. The stamps are of each folder that may be there, taken before it is read.
 */
function ownFolders(
  workspace: Workspace | null,
  { agentsSyncing }: Pick<Config, "agentsSyncing">,
): { readonly folders: readonly OwnFolder[]; readonly stamps: readonly Stamped[] } {
  if (workspace === null) return { folders: [], stamps: [] };
  const bounds = boundsOfWorkspace(workspace);
  const outermost = realPath(workspace.folder);
  const names = agentsSyncing ? [SHARED, BARE] : [BARE];
  const written = new Set([workspace.folder, ...[...workspace.roots, ...workspace.members].map(({ folder }) => folder)]);
  const stamps: Stamped[] = [];
  const owners = new Set<string>();
  for (const folder of written) {
    const own = names.map((name) => stamped(entryPath(folder, name)));
    stamps.push(...own);
    // Most of hundreds of members have neither, and need not be resolved.
    if (own.some(([, stamp]) => stamp !== MISSING)) owners.add(realPath(folder));
  }
  const folders = [...owners]
    .filter((owner) => !hasOptedOut(owner, bounds))
    .flatMap((owner) =>
      names
        // The skills of an Agent Plugin are read with it.
        .filter((name) => name !== BARE || existsSync(join(owner, MANIFEST)) || !hasAgentPlugin(owner))
        .map((name) => ({ folder: join(owner, name), isShared: name === SHARED && owner === outermost })),
    );
  return { folders, stamps };
}

/** `[defaults] skills = false` in one of the workspace's own manifests. An unreadable manifest is ignored. */
function hasOptedOut(owner: string, bounds: Bounds): boolean {
  const file = join(owner, MANIFEST);
  if (!existsSync(file)) return false;
  const read = readTextFileWithin(file, bounds);
  const toml = read.kind === "text" ? readToml(read.text) : undefined;
  const defaults = toml?.ok === true ? toml.table["defaults"] : undefined;
  return isTable(defaults) && defaults["skills"] === false;
}

/** The name under which a skill is mirrored: its folder's, where that is valid. One further down is installed like any other. */
function mirroredName(directory: string, { folder, isShared }: OwnFolder): string | undefined {
  if (!isShared || dirname(directory) !== realPath(folder)) return undefined;
  return judgeName(basename(directory)).refused === undefined ? basename(directory) : undefined;
}
