/**
 * Which skills apply: those of active plugins' groups, packages included, standalone skills in a source, and the workspace's own. The gates of all levels
 * must hold, and they are judged from the outermost inwards, so that nothing is read or fetched for a closed gate (PL-8).
 */

import type { Config } from "../config/config.ts";
import type { Problem } from "../documents/problem.ts";
import { sameName } from "../config/same-name.ts";
import type { Places } from "../platform/places.ts";
import type { Stamped } from "../platform/stamp.ts";
import { inOrder, type LoadedAsleep, type LoadedPlugin, type LoadedPlugins } from "../plugins/active-plugins.ts";
import { mayAsk } from "../plugins/consent/standings.ts";
import { isUsed } from "../plugins/enablement.ts";
import type { GitAddress } from "../git/address.ts";
import { WORKSPACE_SOURCE } from "../plugins/read-plugins.ts";
import type { Asked } from "../predicates/surroundings.ts";
import { whyClosed } from "../predicates/why-closed.ts";
import type { Chosen, Retained } from "./chosen.ts";
import { type Collecting, type Found, keepUnknown, startCollecting, takeFolder, takeGroup } from "./collect-folder.ts";
import { addressOfGroup } from "./git-groups.ts";
import { retainedSkills } from "./retained-skills.ts";
import { mirroredName, ownFolders } from "./own-skills.ts";
import { placeInPackage, placeOf } from "./skill-place.ts";

/** The result of `loadPlugins`. */
export type SkillSupply = Pick<LoadedPlugins, "standalone" | "sources" | "surroundings" | "problems" | "packages"> & {
  readonly policy?: Pick<LoadedPlugins["policy"], "deniedSources">;
  readonly asleep: readonly Pick<LoadedAsleep, "source" | "plugin" | "inactive" | "before">[];
  readonly plugins: readonly PluginWithSkills[];
};

export type PluginWithSkills = Pick<LoadedPlugin, "source" | "origin" | "isMember" | "plugin" | "inactive"> & {
  readonly consent?: LoadedPlugin["consent"];
  readonly denied?: string;
};

export interface CollectRequest {
  readonly config: Pick<Config, "use" | "disable" | "agentsSyncing">;
  readonly places: Pick<Places, "cache" | "locks">;
}

export interface Collected {
  readonly skills: readonly Chosen[];
  /** What does not apply, with the reason. */
  readonly leftOut: readonly LeftOut[];
  readonly kept: readonly Retained[];
  readonly problems: readonly Problem[];
  /** The questions for programs before all of the gates around skills can be judged. */
  readonly asked: readonly Asked[];
  /** The folders of the workspace's own skills, missing ones too, from before they were read. */
  readonly own: readonly Stamped[];
}

export interface LeftOut {
  readonly source: string;
  readonly plugin?: string;
  /** Absent where a whole plugin or group does not apply. */
  readonly skill?: string;
  readonly reason: string;
}

/** Reads local files only. Never throws. */
export function collectSkills(supply: SkillSupply, request: CollectRequest): Collected {
  const collecting = startCollecting(supply.surroundings, request.places);
  collecting.kept.push(...retainedSkills(supply));
  for (const one of inOrder(supply.plugins, supply.asleep)) {
    if (!("before" in one)) takePlugin(collecting, one, supply);
    else if (one.plugin.hasSkills) collecting.leftOut.push({ source: one.source, plugin: one.plugin.name, reason: one.inactive });
  }
  for (const { source, directory } of supply.standalone) {
    const place = placeOf(supply.sources.find(({ name }) => name === source) ?? { name: source, origin: source });
    const mayAsk = () => supply.policy?.deniedSources.has(source) !== true;
    takeFolder(collecting, { folder: directory, place, isOwn: false, mayAsk, isGated: false }, (found) =>
      choiceOfStandalone(found, supply, request),
    );
  }
  const workspaceFolders = ownFolders(supply.surroundings.workspace, request.config);
  for (const own of workspaceFolders.folders) {
    const around = {
      folder: own.folder,
      place: { source: WORKSPACE_SOURCE },
      isOwn: true,
      mayAsk: () => false,
      isGated: true,
      isOptional: true,
    };
    takeFolder(collecting, around, ({ skill }) => {
      const mirrored = mirroredName(skill.directory, own);
      return mirrored === undefined ? {} : { mirrored };
    });
  }
  const { skills, leftOut, kept, problems, asked } = collecting;
  return { skills, leftOut, kept, problems, asked, own: workspaceFolders.stamps };
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

function takePlugin(collecting: Collecting, loaded: PluginWithSkills, { sources }: SkillSupply): void {
  const { source, origin, plugin, isMember, inactive } = loaded;
  if (plugin.skills.length === 0) return;
  if (inactive !== undefined) {
    collecting.leftOut.push({ source, plugin: plugin.name, reason: inactive });
    keepUnknown(collecting, plugin.gate, { kind: "plugin", source, plugin: plugin.name });
    return;
  }
  const place =
    origin.kind === "package"
      ? placeInPackage(origin)
      : placeOf(sources.find(({ name }) => name === source) ?? { name: source, origin: source });
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
