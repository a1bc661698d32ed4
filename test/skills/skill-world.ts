/**
 * A home with sources and a workspace, from the config file to installed copies: what `sync` does with its parts, without its command line.
 */

import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { createFixture, type FileTree } from "fs-fixture";

import { everySkillFolder, skillFolders } from "../../src/agents/skill-folders.ts";
import { problemText } from "../../src/documents/problem.ts";
import { readConfig } from "../../src/config/read-config.ts";
import type { Context } from "../../src/context.ts";
import type { Dependency, Member } from "../../src/ecosystems/ecosystem.ts";
import type { Workspace } from "../../src/ecosystems/workspace.ts";
import { placesOf } from "../../src/platform/places.ts";
import { loadPlugins } from "../../src/plugins/active-plugins.ts";
import { collectSkills } from "../../src/skills/collect.ts";
import { applyInstall } from "../../src/skills/install/apply.ts";
import { planInstall } from "../../src/skills/install/plan.ts";
import { loadYaml } from "../../src/skills/yaml-when-needed.ts";
import { AGENTS } from "../plugins/manifest-text.ts";
import { namesIn, treeOf } from "./install-world.ts";

export interface SkillSettings {
  /** Names with versions, as in `serde 1.0.0`. */
  readonly dependencies?: readonly string[];
  readonly members?: readonly string[];
  readonly agents?: readonly string[];
  /** What is wrong with the workspace. */
  readonly problems?: Workspace["problems"];
  /** More of the config file. */
  readonly config?: string;
}

const CONFIG = '[defaults]\nsymposium-recommendations = false\n[[plugin-source]]\nname = "src"\npath = "src"\n';

/** `tree` has the source in `home/.symposium/src` and the workspace in `w`. */
export async function skillWorld({ source = {}, w = {}, home = {} }: { source?: FileTree; w?: FileTree; home?: FileTree }) {
  await loadYaml();
  const fixture = await createFixture({ home: { ".symposium": { src: source }, ...home }, w });
  const root = realpathSync(fixture.path);
  const at = (...parts: string[]) => join(root, ...parts);
  const context: Context = { os: "linux", home: at("home"), cwd: at("w"), env: {}, now: () => 0 };
  const places = placesOf(context);

  const workspaceOf = ({ dependencies = ["serde 1.0.0"], members = [], problems = [] }: SkillSettings): Workspace => ({
    folder: at("w"),
    repository: null,
    roots: [],
    members: members.map((folder): Member => ({ name: folder, folder: at("w", folder) })),
    dependencies: dependencies.map((text): Dependency => {
      const [name = "", version = "1.0.0"] = text.split(" ");
      return { ecosystem: "cargo", name, version, origin: { kind: "registry" } };
    }),
    checked: [],
    watched: [],
    problems,
  });
  const collect = (settings: SkillSettings = {}) => {
    mkdirSync(dirname(places.config), { recursive: true });
    writeFileSync(places.config, `${settings.config ?? ""}\n${CONFIG}`);
    const read = readConfig(places.config);
    if (!read.ok) throw new Error(problemText(read.problem));
    const loaded = loadPlugins({ config: read.config, places, workspace: workspaceOf(settings), agents: AGENTS, context });
    const collected = collectSkills(loaded, { config: read.config, places });
    return { ...collected, loaded, config: read.config, names: collected.skills.map(({ skill }) => skill.name).toSorted() };
  };
  const sync = (settings: SkillSettings = {}) => {
    const collected = collect(settings);
    const place = { scope: "project", project: at("w"), context } as const;
    const plan = planInstall({
      targets: skillFolders(settings.agents ?? ["claude-code"], place),
      known: everySkillFolder(place),
      within: at("w"),
      chosen: collected.skills,
      kept: collected.kept,
      debounceSeconds: 0,
      now: 0,
    });
    const done = applyInstall(plan, { now: 0 });
    return { ...collected, plan, done, problems: [...collected.problems, ...plan.problems, ...done.problems] };
  };
  return {
    at,
    places,
    collect,
    sync,
    installed: (folder = ".claude/skills") => namesIn(at("w", folder)),
    tree: () => treeOf(at("w")),
    write: (path: string, text: string) => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    remove: (path: string) => rmSync(at(path), { recursive: true }),
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}

/** A plugin with one group of skills in `skills`. */
export function pluginTree(name: string, skills: FileTree, { gate = 'crates = ["*"]', group = "" } = {}): FileTree {
  return { "SYMPOSIUM.toml": `name = "${name}"\n${gate}\n[[skills]]\n${group}\nsource.path = "skills"\n`, skills };
}
