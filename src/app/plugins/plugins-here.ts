/** The plugins of all sources as the commands show them: each with its state in the current folder and the reason for it. */

import type { Config } from "../../config/config.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import { withYaml } from "../../skills/yaml-when-needed.ts";
import type { ReadContext } from "../app-context.ts";
import { activeBecause, type PluginHere, WHY } from "./plugin-here.ts";
import { loadHere, type LoadedHere } from "./load-here.ts";
import { skillsHere } from "./skills-here.ts";

export interface PluginsHere {
  readonly config: Config;
  /** `null` outside any. */
  readonly workspace: Workspace | null;
  readonly sources: readonly PluginSource[];
  /** In the order of dispatch, skills that belong to no plugin last. */
  readonly plugins: readonly PluginHere[];
  readonly loaded: readonly LoadedPlugin[];
  readonly problems: readonly Problem[];
}

/** Reads local files only. */
export async function pluginsHere(app: ReadContext): Promise<PluginsHere> {
  return pluginsOf(app, loadHere(app));
}

/** The same of what is loaded already. */
export async function pluginsOf({ places }: ReadContext, here: LoadedHere): Promise<PluginsHere> {
  const { config, workspace, loaded } = here;
  const skills = await withYaml(() => skillsHere(loaded, config, places));
  const plugins = loaded.plugins.map((plugin) => ({
    ...pluginHere(plugin, config, workspace),
    skills: skills.broughtBy(plugin.plugin.name, plugin.source),
  }));
  return {
    config,
    workspace,
    sources: loaded.sources,
    plugins: [...plugins, ...skills.standalone],
    loaded: loaded.plugins,
    problems: [...here.problems, ...loaded.problems, ...skills.problems],
  };
}

function pluginHere({ plugin, source, isMember, state, inactive }: LoadedPlugin, config: Config, workspace: Workspace | null): PluginHere {
  const { name } = plugin;
  const active = isMember ? "part of the workspace; nothing of it is run by this version" : activeBecause(name, source, config, workspace);
  const reason = state === "active" ? active : (WHY[state] ?? inactive ?? "");
  return { name, kind: "plugin", source, state, reason };
}
