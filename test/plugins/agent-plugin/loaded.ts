/** What a home's plugins are, as every command sees them. */

import { readConfig } from "../../../src/files/config.ts";
import { problemText } from "../../../src/files/problem.ts";
import { type LoadedPlugins, loadPlugins } from "../../../src/plugins/active-plugins.ts";
import { collectSkills } from "../../../src/plugins/skills/collect.ts";
import type { Home } from "../../support/home.ts";

export interface Loaded {
  readonly plugins: LoadedPlugins["plugins"];
  /** In the form `name state`. */
  readonly states: readonly string[];
  /** Names of the skills that apply. */
  readonly skills: readonly string[];
  /** Without the home's path. */
  readonly problems: readonly string[];
}

export function loaded(home: Home): Loaded {
  const { context, places } = home.services();
  const read = readConfig(places.config);
  if (!read.ok) throw new Error(problemText(read.problem));
  const all = loadPlugins({ config: read.config, places, workspace: null, context });
  const { skills, problems } = collectSkills(all, { config: read.config, places });
  return {
    plugins: all.plugins,
    states: all.plugins.map(({ plugin, state }) => `${plugin.name} ${state}`),
    skills: skills.map(({ skill }) => skill.name),
    problems: [...all.problems, ...problems].map((problem) => problemText(problem).replaceAll(home.path, "~")),
  };
}
