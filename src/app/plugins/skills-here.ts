/** Skills in the current folder, judged as `sync` judges them: those of sources that belong to no plugin, and those that plugins bring. */

import type { Config } from "../../config/config.ts";
import type { Problem } from "../../documents/problem.ts";
import { sameName } from "../../config/same-name.ts";
import type { Places } from "../../platform/places.ts";
import type { LoadedPlugins } from "../../plugins/active-plugins.ts";
import { collectSkills } from "../../skills/collect.ts";
import { readSkill } from "../../skills/read-skill.ts";
import { activeBecause, type PluginHere, type StateHere, WHY } from "./plugin-here.ts";

export interface SkillsHere {
  readonly standalone: readonly PluginHere[];
  /** The names of skills that apply here, of one plugin. */
  readonly broughtBy: (plugin: string, source: string) => readonly string[];
  readonly problems: readonly Problem[];
}

export function skillsHere(loaded: LoadedPlugins, config: Config, places: Places): SkillsHere {
  const { skills, leftOut, problems } = collectSkills(loaded, { config, places });
  const standalone = loaded.standalone.flatMap(({ source, directory }): PluginHere[] => {
    const { skill, isGated } = readSkill(directory, { isOwn: false });
    if (skill === undefined) return [];
    const { name, description } = skill;
    const base = { name, kind: "skill", source, description } as const;
    const isAlone = (one: { readonly source: string; readonly plugin?: string }) => one.source === source && one.plugin === undefined;
    if (skills.some((one) => isAlone(one) && one.skill.name === name)) {
      return [{ ...base, state: "active", reason: activeBecause(name, source, config, loaded.surroundings.workspace) }];
    }
    const left = leftOut.find((one) => isAlone(one) && one.skill === name);
    if (left === undefined) return [];
    const isDisabled = config.disable.some((disabled) => sameName(disabled, name));
    const state: StateHere = isDisabled ? "disabled" : isGated ? "inactive" : "dormant";
    return [{ ...base, state, reason: WHY[state] ?? left.reason }];
  });
  const broughtBy: SkillsHere["broughtBy"] = (plugin, source) =>
    skills.filter((one) => one.plugin === plugin && one.source === source).map(({ skill }) => skill.name);
  return { standalone, broughtBy, problems };
}
