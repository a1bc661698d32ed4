/** Which folders get which skills: those of a plugin that an agent loads by itself (AP-6) go only where others need them. */

import type { SkillFolder } from "../../agents/skill-folders.ts";
import type { LoadedPlugin } from "../../plugins/active-plugins.ts";
import { gives, type ThroughAgents } from "../../plugins/agent-plugin/through-agents.ts";
import type { Chosen } from "../../skills/chosen.ts";
import type { SkillTarget } from "../../skills/install/plan.ts";

export interface TargetsOrder {
  /** Our names for the configured agents. */
  readonly agents: readonly string[];
  readonly plugins: readonly LoadedPlugin[];
  readonly through: ThroughAgents;
  /** The folders of a skill that these agents have already. */
  readonly foldersFor: (loaders: readonly string[]) => readonly SkillFolder[];
}

export function skillTargets({ agents, plugins, through, foldersFor }: TargetsOrder): readonly SkillTarget[] {
  const usual = foldersFor([]);
  const loaded = new Map(plugins.flatMap((one) => loadersOf(one, agents, through)));
  if (loaded.size === 0) return usual;
  const special = new Map([...loaded.values()].map((loaders) => [loaders.join(), foldersFor(loaders)]));
  const pathsOf = (chosen: Chosen) => {
    const loaders = chosen.plugin === undefined ? undefined : loaded.get(keyOf(chosen.source, chosen.plugin));
    return loaders === undefined ? usual : (special.get(loaders.join()) ?? usual);
  };
  const all = new Map([...special.values(), usual].flat().map((folder) => [folder.path, folder]));
  return [...all.values()].map((folder) => ({ ...folder, isFor: (chosen) => pathsOf(chosen).some(({ path }) => path === folder.path) }));
}

function loadersOf({ plugin, source }: LoadedPlugin, agents: readonly string[], through: ThroughAgents): [string, readonly string[]][] {
  if (plugin.agentPlugin === undefined) return [];
  const found = through.of(plugin);
  const loaders = agents.filter((agent) => gives(found, agent, "skills"));
  return loaders.length === 0 ? [] : [[keyOf(source, plugin.name), loaders]];
}

function keyOf(source: string, plugin: string): string {
  return JSON.stringify([source, plugin]);
}
