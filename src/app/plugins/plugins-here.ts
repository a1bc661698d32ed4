/** The plugins of all sources as the commands show them: each with its state in the current folder and the reason for it. */

import type { Config } from "../../config/config.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { withYaml } from "../../skills/yaml-when-needed.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { activeBecause, type PluginHere, WHY } from "./plugin-here.ts";
import { loadHere, type LoadedHere } from "./load-here.ts";
import { skillsHere } from "./skills-here.ts";

export interface PluginsHere extends LoadedHere {
  /** In the order of dispatch, skills that belong to no plugin last. */
  readonly plugins: readonly PluginHere[];
}

/** Reads local files only. */
export async function pluginsHere(app: PlacedContext): Promise<PluginsHere> {
  return pluginsOf(app, loadHere(app));
}

/** The same of what is loaded already. */
export async function pluginsOf({ places }: PlacedContext, here: LoadedHere): Promise<PluginsHere> {
  const { config, workspace, loaded } = here;
  const skills = await withYaml(() => skillsHere(loaded, config, places));
  const plugins = loaded.plugins.map((plugin) => ({
    ...pluginHere(plugin, config, workspace),
    skills: skills.broughtBy(plugin.plugin.name, plugin.source),
  }));
  const problems = [...here.problems, ...loaded.problems, ...skills.problems];
  return { ...here, plugins: [...plugins, ...skills.standalone], problems };
}

function pluginHere({ plugin, source, isMember, state, inactive }: LoadedPlugin, config: Config, workspace: Workspace | null): PluginHere {
  const { name } = plugin;
  const active = isMember ? "part of the workspace; nothing of it is run by this version" : activeBecause(name, source, config, workspace);
  const reason = state === "active" ? active : (WHY[state] ?? inactive ?? "");
  return { name, kind: "plugin", source, state, reason };
}
