/** A home with a config file, plugins of the user's and a Cargo workspace, in which commands run one after the other. Nothing asks the network. */

import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import { BUILD } from "../../src/context.ts";
import { type Household, household, type Ran } from "../commands/command-line.ts";
import { cargoFiles } from "../support/cargo-workspace.ts";
import { userOf } from "../support/temporary-home.ts";
import { answering, smallPackage } from "./program/program-package.ts";

export interface HouseSettings {
  /** What the config lists; Claude Code by default. */
  readonly agents?: readonly string[];
  /** More of the config file: keys first, then tables. */
  readonly config?: string;
  /** Below the user's folder of plugins. */
  readonly plugins?: FileTree;
  /** Names with versions, as in `serde 1.0.219`. */
  readonly dependencies?: readonly string[];
  readonly project?: FileTree;
  readonly home?: FileTree;
}

export interface House extends Household {
  readonly env: Readonly<Record<string, string>>;
  /** `sync` in the project. */
  readonly sync: (...flags: string[]) => Promise<Omit<Ran, "files">>;
  /** Its answer as data. */
  readonly syncJson: (...flags: string[]) => Promise<SyncAnswer>;
  /** The names in a folder of the project, in order. */
  readonly installed: (folder?: string) => string[];
  /** What the project depends on from now on. */
  readonly depend: (dependencies: readonly string[]) => void;
  /** Every file and folder of home and project, with what changes when one is written. */
  readonly everything: () => Readonly<Record<string, string>>;
}

export interface SyncAnswer {
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly skills: { readonly changes: readonly { readonly action: string; readonly skill: string; readonly directory: string }[] };
  readonly problems: readonly { readonly message: string; readonly file: string }[];
}

export async function cargoHouse(settings: HouseSettings = {}): Promise<House> {
  const { agents = ["claude"], config = "", plugins = {}, dependencies = ["serde 1.0.219"], project = {}, home = {} } = settings;
  const house = await household({
    home: { ".symposium": { "config.toml": configText(agents, config), plugins }, ...home },
    project: { ...cargoFiles(dependencies), ...project },
  });
  const env = { ...userOf(house.home), GIT_CONFIG_NOSYSTEM: "1" };
  const dist = smallPackage(house.at("package/dist"), { parts: ["bin", "plugins"], native: answering(BUILD) });
  const run: Household["run"] = (args, options = {}) => house.run(args, { env, dist, ...options });
  return {
    ...house,
    env,
    run,
    sync: (...flags) => run(["sync", ...flags]),
    syncJson: async (...flags) => {
      const { stdout, stderr } = await run(["sync", "--json", ...flags]);
      if (stdout === "") throw new Error(stderr);
      return (JSON.parse(stdout) as { answer: SyncAnswer }).answer;
    },
    installed: (folder = ".claude/skills") => namesIn(join(house.project, folder)),
    depend: (on) => Object.entries(cargoFiles(on)).forEach(([name, text]) => house.write(`project/${name}`, text)),
    everything: () => Object.fromEntries([...marksIn(house.home), ...marksIn(house.project)]),
  };
}

export function configText(agents: readonly string[], more = ""): string {
  const named = agents.map((name) => `[[agent]]\nname = "${name}"\n`).join("");
  return `${more}\n[defaults]\nsymposium-recommendations = false\n${named}`;
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function marksIn(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const { ino, size, mtimeNs, mode } = lstatSync(join(folder, name), { bigint: true });
    return [join(folder, name), `${ino} ${size} ${mtimeNs} ${mode}`];
  });
}
