/** A home with a source of plugins and a workspace, from the config file to the skills that are chosen there. */

import type { FileTree } from "fs-fixture";

import { readConfig } from "../../../src/files/config.ts";
import { problemText } from "../../../src/files/problem.ts";
import type { Workspace } from "../../../src/packages/workspace.ts";
import { loadPlugins } from "../../../src/plugins/active-plugins.ts";
import { collectSkills } from "../../../src/plugins/skills/collect.ts";
import { workspaceWith } from "../gates/workspaces.ts";
import { temporaryHome } from "../../support/temporary-home.ts";

export interface SkillSettings {
  /** Names with versions, as in `serde 1.0.0`. */
  readonly dependencies?: readonly string[];
  /** What is wrong with the workspace. */
  readonly problems?: Workspace["problems"];
  /** More of the config file. */
  readonly config?: string;
}

const CONFIG = '[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "src"\npath = "src"\n';

/** `source` is the tree of the one source, which is called `src`. */
export async function skillHome(source: FileTree, project: FileTree = {}) {
  const there = await temporaryHome({ files: { home: { ".symposium": { src: source } }, project } });
  const { places, context } = there;
  const collect = ({ dependencies = ["serde 1.0.0"], problems = [], config: more = "" }: SkillSettings = {}) => {
    there.write("home/.symposium/config.toml", `${more}\n${CONFIG}`);
    const read = readConfig(places.config);
    if (!read.ok) throw new Error(problemText(read.problem));
    const { config } = read;
    const workspace: Workspace = { ...workspaceWith(...dependencies), folder: there.project, roots: [], problems };
    const loaded = loadPlugins({ config, places, workspace, context });
    const collected = collectSkills(loaded, { config, places });
    return { ...collected, loaded, names: collected.skills.map(({ skill }) => skill.name).toSorted() };
  };
  return { ...there, collect };
}
