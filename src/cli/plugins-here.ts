/** The plugins of all sources as the commands show them: each with its state in the current folder and the reason for it. */

import { basename } from "node:path";

import { resolveNativeEvent } from "../agents/resolve-event.ts";
import { resolveAgent } from "../agents/resolve.ts";
import type { Config } from "../config/config.ts";
import { problemText, type Problem } from "../config/problem.ts";
import { readConfig } from "../config/read-config.ts";
import { sameName } from "../config/same-name.ts";
import { findWorkspace } from "../ecosystems/find-workspace.ts";
import { UserError } from "../errors.ts";
import { sameFolder } from "../platform/same-folder.ts";
import { loadPlugins, type LoadedPlugin } from "../plugins/active-plugins.ts";
import type { PluginSource } from "../plugins/sources/source.ts";
import { workspaceAround } from "../plugins/workspace-around.ts";
import type { CliContext } from "./cli-context.ts";

export interface PluginsHere {
  readonly config: Config;
  /** The folder by which the config knows the workspace; `null` outside any. */
  readonly workspace: string | null;
  /** Packages that the workspace depends on. */
  readonly dependencies: readonly string[];
  readonly sources: readonly SourceHere[];
  /** In the order of dispatch. */
  readonly plugins: readonly PluginHere[];
  readonly problems: readonly Problem[];
}

export type SourceHere = Pick<PluginSource, "name" | "origin" | "unavailable">;

export interface PluginHere {
  readonly name: string;
  /** A `SKILL.md` that belongs to no plugin is told like one. */
  readonly kind: "plugin" | "skill";
  readonly source: string;
  readonly description?: string;
  readonly state: PluginState;
  readonly reason: string;
}

/**
 * `dormant`: nothing says where it applies, and nobody asked for it. `inactive`: its gate is closed here. `candidate`: comes with a
 * dependency, and waits for the user's consent.
 */
export type PluginState = "active" | "dormant" | "inactive" | "disabled" | "candidate";

/** Reads local files only. A config file that cannot be read is an error, because nothing can be said about sources then. */
export function pluginsHere({ context, places }: Pick<CliContext, "context" | "places">): PluginsHere {
  const read = readConfig(places.config);
  if (!read.ok) throw new UserError("CONFIG", problemText(read.problem), { hint: read.problem.hint ?? "mend it and run this again" });
  const { config } = read;
  const around = workspaceAround(findWorkspace(context.cwd), { context, places });
  const workspace = around?.folder ?? null;
  const agents = { resolveAgent, resolveNativeEvent };
  const { sources, plugins, problems } = loadPlugins({ config, places, workspace: around, agents, context });
  return {
    config,
    workspace,
    dependencies: around?.dependencies.map(({ name }) => name) ?? [],
    sources,
    plugins: [...plugins.map((loaded) => pluginHere(loaded, config, workspace)), ...sources.flatMap(skillsIn)],
    problems: [...read.problems, ...problems],
  };
}

function pluginHere({ plugin, source, inactive }: LoadedPlugin, config: Config, workspace: string | null): PluginHere {
  const state = stateOf(plugin.name, inactive, config);
  return { name: plugin.name, kind: "plugin", source, state, reason: reasonOf(state, inactive, plugin.name, source, config, workspace) };
}

function stateOf(name: string, inactive: string | undefined, { disable }: Config): PluginState {
  if (inactive === undefined) return "active";
  if (disable.some((disabled) => sameName(disabled, name))) return "disabled";
  return inactive.startsWith("is dormant") ? "dormant" : "inactive";
}

function reasonOf(
  state: PluginState,
  inactive: string | undefined,
  name: string,
  source: string,
  config: Config,
  workspace: string | null,
): string {
  if (state === "active") return isUsed(name, config, workspace) ? "`[plugins] use`" : `source \`${source}\``;
  if (state === "disabled") return "`[plugins] disable`";
  return state === "dormant" ? "nothing says where it applies" : (inactive ?? "");
}

/** Everywhere, or in this workspace. */
function isUsed(plugin: string, { use }: Config, workspace: string | null): boolean {
  const isHere = (folder: string) => workspace !== null && sameFolder(folder, workspace);
  return use.some(({ name, workspace: only }) => sameName(name, plugin) && (only === undefined || isHere(only)));
}

function skillsIn(source: PluginSource): PluginHere[] {
  return source.list().skills.map((directory) => ({
    name: basename(directory),
    kind: "skill",
    source: source.name,
    state: "inactive",
    reason: "skills are not installed by this version yet",
  }));
}
