/** The plugins of all sources and packages as the commands show them: each with its state in the current folder and the reason for it. */

import type { Config } from "../../config/config.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { inOrder, type LoadedAsleep, type LoadedPlugin } from "../../plugins/active-plugins.ts";
import { withheld } from "../../plugins/consent/standings.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { activeBecause, type PluginHere, WHY } from "./plugin-here.ts";
import { importedFrom } from "./imported-from.ts";
import { loadHere, type LoadedHere } from "./load-here.ts";
import { besideHere, candidatesHere, chainedFrom, MOST_BESIDE, packageHere, packageReason } from "./packages-here.ts";
import { skillsHere } from "./skills-here.ts";
import { throughField, throughIn } from "./through-here.ts";

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
  const plugins = inOrder(loaded.plugins, loaded.asleep).map((one) => ({
    ...("before" in one ? asleepHere(one) : { ...pluginHere(one, config, workspace), ...throughField(one, through) }),
    skills: skills.broughtBy(one.plugin.name, one.source),
  }));
  const problems = [...here.problems, ...loaded.problems, ...skills.problems];
  const candidates = [...candidatesHere(here, place), ...besideHere(here, place).slice(0, MOST_BESIDE)].map((candidate) => candidate.here);
  return { ...here, plugins: [...plugins, ...skills.standalone, ...candidates], problems };
}

function asleepHere({ plugin, source, state, inactive }: LoadedAsleep): PluginHere {
  return { name: plugin.name, kind: "plugin", source, state, reason: WHY[state] ?? inactive };
}

function pluginHere(loaded: LoadedPlugin, config: Config, workspace: Workspace | null): PluginHere {
  const { plugin, source, origin, state, inactive, consent, denied } = loaded;
  const active = activeHere(loaded, config, workspace);
  const held = denied ?? (consent === undefined || state === "disabled" ? undefined : withheld(consent));
  const reason = state === "active" ? active.reason : (WHY[state] ?? inactive ?? "");
  return {
    name: plugin.name,
    kind: "plugin",
    source,
    ...(origin.kind === "package" ? { package: packageHere(origin) } : {}),
    state,
    ...(state === "active" ? active : {}),
    reason: held === undefined ? reason : `${reason}; ${held}`,
    ...(consent === undefined ? {} : { consent: consent.standing.state }),
  };
}

function activeHere({ plugin, source, origin, inside }: LoadedPlugin, config: Config, workspace: Workspace | null): Because {
  if (origin.kind === "package") return packageReason(origin, config, workspace);
  if (origin.kind === "imported") return { reason: importedFrom(origin, plugin.manifest) };
  if (inside !== undefined) return { reason: chainedFrom(inside.carriers) };
  return { reason: origin.kind === "repository" ? "part of the workspace" : activeBecause(plugin.name, source, config, workspace) };
}

type Because = Pick<PluginHere, "reason" | "change">;
