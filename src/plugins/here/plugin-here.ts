/** A plugin, or a skill that belongs to none, as the commands show it: its state in the current folder, and the reason in words. */

import { titleOf } from "../../agents/agents-by-name.ts";
import { resolveAgent } from "../../agents/find-agent.ts";
import type { PackagePart } from "../../agents/setup.ts";
import type { Standing } from "../../consent/standing.ts";
import type { Config } from "../../files/config.ts";
import { sameName } from "../../files/similar-word.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { LoadedPlugin } from "../active-plugins.ts";
import { type ThroughAgents, throughAgents, type ThroughPlace } from "../agent-plugin/through-agents.ts";
import { isUsed, namesPackage, type PackageName, type PluginState } from "../enablement.ts";
import { shortName } from "../imported/find-files.ts";
import type { ImportedOrigin } from "../plugin.ts";

export interface PluginHere {
  readonly name: string;
  /** A `SKILL.md` that belongs to no plugin is listed like one. */
  readonly kind: "plugin" | "skill";
  readonly source: string;
  readonly package?: PackageHere;
  readonly description?: string;
  readonly state: StateHere;
  readonly reason: string;
  /** What the user decided about the code of a package or workspace. */
  readonly consent?: Standing["state"];
  /** The command that changes the state, without the program's name. */
  readonly change?: string;
  readonly skills?: readonly string[];
  readonly through?: readonly ThroughHere[];
}

export type PackageHere = PackageName & { readonly version?: string };

/**
 * `dormant`: it has no gate, and the user has not enabled it. `inactive`: its gate is closed here. `candidate`: comes with a
 * dependency, and the user has not enabled it.
 */
export type StateHere = PluginState | "candidate";

/** Whether a name that the user typed means this. A package counts by its own name, with or without its ecosystem. */
export function isMeantBy({ name, package: of }: Pick<PluginHere, "name" | "package">, typed: string): boolean {
  return sameName(name, typed) || (of !== undefined && namesPackage(typed, of));
}

export function activeBecause(name: string, source: string, config: Config, workspace: Workspace | null): string {
  return isUsed(name, config, workspace?.folder ?? null) ? USED : `source \`${source}\``;
}

export const USED = "`[plugins] use`";

/** The reason for a state, where it is the same for all plugins. */
export const WHY: Readonly<Partial<Record<StateHere, string>>> = {
  disabled: "`[plugins] disable`",
  dormant: "nothing says where it applies",
};

/** Agents that load a plugin by themselves (AP-6), as the commands show them. */
export interface ThroughHere {
  readonly agent: string;
  readonly title: string;
  readonly folder: string;
  /** What of the plugin it takes from there, and Symposium does not give it again. */
  readonly takes: readonly PackagePart[];
}

/** Of active plugins alone: nothing of the others is given to any agent. */
export async function throughIn(
  plugins: readonly LoadedPlugin[],
  { config, ...place }: Omit<ThroughPlace, "agents"> & { readonly config: Config },
): Promise<ThroughAgents> {
  const agents = [...new Set(config.agents.flatMap((name) => resolveAgent(name) ?? []))];
  const active = plugins.flatMap(({ plugin, inactive }) => (inactive === undefined ? [plugin] : []));
  return throughAgents(active, { agents, ...place });
}

/** Absent where there is nothing to say. */
export function throughField({ plugin, inactive }: LoadedPlugin, through: ThroughAgents): { readonly through?: readonly ThroughHere[] } {
  if (plugin.agentPlugin === undefined || inactive !== undefined) return {};
  const found = through.of(plugin).map(({ agent, folder, takes }) => ({ agent, title: titleOf(agent), folder, takes }));
  return found.length === 0 ? {} : { through: found };
}

/** Where imported hooks come from, in words. */
export function importedFrom({ folder }: ImportedOrigin, manifest: string): string {
  return `imported from ${folder ?? shortName(manifest)}`;
}
