/** The plugins of all sources and packages as the commands show them: each with its state in the current folder and the reason for it. */

import type { Config } from "../../files/config.ts";
import { sameName } from "../../files/similar-word.ts";
import type { PlacedContext, Places } from "../../host/places.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { inOrder, type LoadedOutline, type LoadedPlugin, type LoadedPlugins } from "../active-plugins.ts";
import { withheld } from "../consent/standings.ts";
import { collectSkills } from "../skills/collect.ts";
import { readSkill } from "../skills/read-skill.ts";
import { type LoadedHere, loadHere } from "./load-here.ts";
import { besideHere, candidatesHere, chainedFrom, MOST_BESIDE, packageHere, packageReason } from "./packages-here.ts";
import { activeBecause, importedFrom, type PluginHere, type StateHere, throughField, throughIn, WHY } from "./plugin-here.ts";

export interface PluginsHere extends LoadedHere {
  /** In the order of dispatch, then skills that belong to no plugin, then what dependencies would bring. */
  readonly plugins: readonly PluginHere[];
}

/** Reads local files only. */
export async function pluginsHere(app: PlacedContext, through?: "all"): Promise<PluginsHere> {
  return pluginsOf(app, loadHere(app, through));
}

/** The same of what is loaded already. */
export async function pluginsOf(place: PlacedContext, here: LoadedHere): Promise<PluginsHere> {
  const { config, workspace, loaded } = here;
  const skills = skillsHere(loaded, config, place.places);
  const through = await throughIn(loaded.plugins, { config, context: place.context, project: workspace?.folder });
  const plugins = inOrder(loaded.plugins, loaded.outlined).map((one) => ({
    ...("before" in one ? outlineHere(one) : { ...pluginHere(one, config, workspace), ...throughField(one, through) }),
    skills: skills.broughtBy(one.plugin.name, one.source),
  }));
  const problems = [...here.problems, ...loaded.problems, ...skills.problems];
  const candidates = [...candidatesHere(here, place), ...besideHere(here, place).slice(0, MOST_BESIDE)].map((candidate) => candidate.here);
  return { ...here, plugins: [...plugins, ...skills.standalone, ...candidates], problems };
}

function outlineHere({ plugin, source, state, inactive }: LoadedOutline): PluginHere {
  return { name: plugin.name, kind: "plugin", source, state, reason: WHY[state] ?? inactive };
}

function pluginHere(loaded: LoadedPlugin, config: Config, workspace: Workspace | null): PluginHere {
  const { plugin, source, origin, state, inactive, consent, denied } = loaded;
  const held = denied ?? (consent === undefined || state === "disabled" ? undefined : withheld(consent));
  const why = state === "active" ? activeHere(loaded, config, workspace) : { reason: WHY[state] ?? inactive ?? "" };
  const of = origin.kind === "package" ? packageHere(origin) : undefined;
  const reason = held === undefined ? why.reason : `${why.reason}; ${held}`;
  return { name: plugin.name, kind: "plugin", source, package: of, state, ...why, reason, consent: consent?.standing.state };
}

function activeHere({ plugin, source, origin, inside }: LoadedPlugin, config: Config, workspace: Workspace | null) {
  if (origin.kind === "package") return packageReason(origin, config, workspace);
  if (origin.kind === "imported") return { reason: importedFrom(origin, plugin.manifest) };
  if (inside !== undefined) return { reason: chainedFrom(inside.parents) };
  return { reason: origin.kind === "repository" ? "part of the workspace" : activeBecause(plugin.name, source, config, workspace) };
}

/** Skills in the current folder, judged as `sync` judges them: those of sources that belong to no plugin, and those that plugins bring. */
function skillsHere(loaded: LoadedPlugins, config: Config, places: Places) {
  const { skills, leftOut, problems } = collectSkills(loaded, { config, places });
  const standalone = loaded.standalone.flatMap(({ source, directory }): PluginHere[] => {
    const { skill, isGated } = readSkill(directory, { isOwn: false });
    if (skill === undefined) return [];
    const { name, description } = skill;
    const base = { name, kind: "skill", source, description } as const;
    const isAlone = (one: { readonly source: string; readonly plugin?: string }) => one.source === source && one.plugin === undefined;
    if (skills.some((one) => isAlone(one) && one.skill.name === name)) {
      return [{ ...base, state: "active", reason: activeBecause(name, source, config, loaded.surroundings.workspace) }];
    }
    const left = leftOut.find((one) => isAlone(one) && one.skill === name);
    if (left === undefined) return [];
    const isDisabled = config.disable.some((disabled) => sameName(disabled, name));
    const state: StateHere = isDisabled ? "disabled" : isGated ? "inactive" : "dormant";
    return [{ ...base, state, reason: WHY[state] ?? left.reason }];
  });
  const broughtBy = (plugin: string, source: string) =>
    skills.filter((one) => one.plugin === plugin && one.source === source).map(({ skill }) => skill.name);
  return { standalone, broughtBy, problems };
}
