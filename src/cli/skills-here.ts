/** The skills of sources that belong to no plugin, with their state in the current folder. */

import type { Config } from "../config/config.ts";
import type { Problem } from "../config/problem.ts";
import { sameName } from "../config/same-name.ts";
import type { LoadedPlugins } from "../plugins/active-plugins.ts";
import { isUsed } from "../plugins/enablement.ts";
import { whyClosed } from "../predicates/why-closed.ts";
import { readSkill } from "../skills/read-skill.ts";
import { activeBecause, type PluginHere, WHY } from "./plugin-here.ts";

export interface SkillsHere {
  readonly skills: readonly PluginHere[];
  readonly problems: readonly Problem[];
}

export function skillsHere({ standalone, surroundings }: Pick<LoadedPlugins, "standalone" | "surroundings">, config: Config): SkillsHere {
  const { workspace } = surroundings;
  const read = standalone.map(({ source, directory }) => ({ source, ...readSkill(directory, { isOwn: false }) }));
  const skills = read.flatMap(({ source, skill, isGated }): PluginHere[] => {
    if (skill === undefined) return [];
    const { name, description, gate } = skill;
    const told = { name, kind: "skill", source, description } as const;
    const closed = whyClosed(gate, surroundings);
    if (config.disable.some((disabled) => sameName(disabled, name))) return [{ ...told, state: "disabled", reason: WHY.disabled ?? "" }];
    if (closed !== undefined) return [{ ...told, state: "inactive", reason: closed }];
    const isAwake = isGated || isUsed(name, config, workspace?.folder ?? null);
    if (!isAwake) return [{ ...told, state: "dormant", reason: WHY.dormant ?? "" }];
    return [{ ...told, state: "active", reason: activeBecause(name, source, config, workspace) }];
  });
  return { skills, problems: read.flatMap(({ problems }) => problems) };
}
