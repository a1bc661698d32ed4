/** The list of plugins as data. */

import { resolveNativeEvent } from "../../agents/resolve-event.ts";
import { resolveAgent } from "../../agents/resolve.ts";
import { problemText, type Problem } from "../../documents/problem.ts";
import { configInForce } from "../../config/read-config.ts";
import { findWorkspace } from "../../ecosystems/find-workspace.ts";
import { UserError } from "../../errors.ts";
import { loadPlugins, type LoadedPlugin } from "../../plugins/active-plugins.ts";
import type { PluginSource } from "../../plugins/sources/source.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import type { CliContext } from "../../cli/cli-context.ts";

/** Something that acts, or a reason why it does not. */
interface Listed {
  readonly name: string;
  readonly active: boolean;
  readonly reason?: string;
}

export interface ListedPlugin extends Listed {
  readonly manifest: string;
  readonly hooks: readonly Listed[];
}

export interface ListedSource {
  readonly name: string;
  readonly origin: string;
  readonly unavailable?: string;
  readonly plugins: readonly ListedPlugin[];
}

export interface PluginList {
  readonly workspace: string | null;
  readonly sources: readonly ListedSource[];
  readonly problems: readonly Problem[];
}

/** Reads local files only. A config file that cannot be read is an error, because nothing can be said about sources then. */
export function listPlugins({ context, places }: Pick<CliContext, "context" | "places">): PluginList {
  const read = configInForce(places);
  if (!read.ok) throw configError(read.problem);
  const workspace = workspaceAround(findWorkspace(context.cwd), { context, places });
  const agents = { resolveAgent, resolveNativeEvent };
  const { sources, plugins, problems } = loadPlugins({ config: read.config, places, workspace, agents, context });
  return {
    workspace: workspace?.folder ?? null,
    sources: sources.map((source) => listedSource(source, plugins)),
    problems: [...read.problems, ...problems],
  };
}

function listedSource({ name, origin, folder = origin, unavailable }: PluginSource, plugins: readonly LoadedPlugin[]): ListedSource {
  // Two sources may have one name, so the folder decides as well.
  const own = plugins.filter(({ source, plugin }) => source === name && plugin.directory.startsWith(folder));
  return { name, origin, ...(unavailable === undefined ? {} : { unavailable }), plugins: own.map(listedPlugin) };
}

function listedPlugin({ plugin, inactive, hooks: judged }: LoadedPlugin): ListedPlugin {
  const hooks = judged.map(({ hook, inactive: why }) => listed(hook.name, why));
  return { ...listed(plugin.name, inactive), manifest: plugin.manifest, hooks };
}

function listed(name: string, inactive: string | undefined): Listed {
  return inactive === undefined ? { name, active: true } : { name, active: false, reason: inactive };
}

function configError(problem: Problem): UserError {
  return new UserError("CONFIG", problemText(problem), { hint: problem.hint ?? "mend it; until then hooks go by what was last read" });
}
