/** The plugins of all sources as the commands show them: each with its state in the current folder and the reason for it. */

import { resolveNativeEvent } from "../../agents/resolve-event.ts";
import { resolveAgent } from "../../agents/resolve.ts";
import type { Config } from "../../config/config.ts";
import { problemText, type Problem } from "../../documents/problem.ts";
import { configInForce } from "../../config/read-config.ts";
import { findWorkspace } from "../../ecosystems/find-workspace.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { UserError } from "../../errors.ts";
import { loadPlugins, type LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import type { CliContext } from "../../cli/cli-context.ts";
import { activeBecause, type PluginHere, WHY } from "./plugin-here.ts";
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

/** Reads local files only. A config file that cannot be read is an error, because nothing can be said about sources then. */
export function pluginsHere({ context, places }: Pick<CliContext, "context" | "places">): PluginsHere {
  const read = configInForce(places);
  if (!read.ok) throw new UserError("CONFIG", problemText(read.problem), { hint: read.problem.hint ?? "mend it and run this again" });
  const { config } = read;
  const workspace = workspaceAround(findWorkspace(context.cwd), { context, places });
  const agents = { resolveAgent, resolveNativeEvent };
  const loaded = loadPlugins({ config, places, workspace, agents, context });
  const skills = skillsHere(loaded, config, places);
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
    problems: [...read.problems, ...loaded.problems, ...skills.problems],
  };
}

function pluginHere({ plugin, source, isMember, state, inactive }: LoadedPlugin, config: Config, workspace: Workspace | null): PluginHere {
  const { name } = plugin;
  const active = isMember ? "part of the workspace; nothing of it is run by this version" : activeBecause(name, source, config, workspace);
  const reason = state === "active" ? active : (WHY[state] ?? inactive ?? "");
  return { name, kind: "plugin", source, state, reason };
}
