/** Agents that load a plugin by themselves (AP-6), as the commands show them. */

import { titleOf } from "../../agents/agents-by-name.ts";
import type { PackagePart } from "../../agents/set-up.ts";
import { resolveAgent } from "../../agents/hook-time.ts";
import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { type ThroughAgents, throughAgents } from "../../plugins/agent-plugin/through-agents.ts";

export interface ThroughHere {
  readonly agent: string;
  readonly title: string;
  /** The folder from which it loads the plugin. */
  readonly folder: string;
  /** What of the plugin it takes from there, and Symposium does not give it again. */
  readonly takes: readonly PackagePart[];
}

export interface ThroughOrder {
  readonly config: Config;
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  /** The workspace's folder. */
  readonly project?: string | undefined;
}

/** Of active plugins alone: nothing of the others is given to any agent. */
export async function throughIn(plugins: readonly LoadedPlugin[], { config, context, project }: ThroughOrder): Promise<ThroughAgents> {
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))];
  const active = plugins.filter(({ inactive }) => inactive === undefined);
  return throughAgents(
    active.map(({ plugin }) => plugin),
    { agents, context, project },
  );
}

/** For a field of a result, which is absent where there is nothing to say. */
export function throughField({ plugin, inactive }: LoadedPlugin, through: ThroughAgents): { readonly through?: readonly ThroughHere[] } {
  if (plugin.agentPlugin === undefined || inactive !== undefined) return {};
  const found = through.of(plugin).map(({ agent, folder, takes }) => ({ agent, title: titleOf(agent), folder, takes }));
  return found.length === 0 ? {} : { through: found };
}
