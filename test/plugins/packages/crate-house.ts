/** A home with crates in Cargo's registry cache, a source of plugins and a project that depends on some of the crates. */

import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type Household, household } from "../../commands/command-line.ts";
import { cargoFiles, pack } from "../../support/cargo-workspace.ts";
import { skillText } from "../../support/plugin.ts";

export type Files = Readonly<Record<string, string>>;

export interface CrateHouseOptions {
  /** By `name version`: what is in the folder. `Cargo.toml` is made where it is missing. */
  readonly crates?: Readonly<Record<string, Files>>;
  /** Written `widget 1.2.3`; all crates without it. */
  readonly dependencies?: readonly string[];
  /** In the source `user-plugins`: path → text. */
  readonly plugins?: Files;
  /** More of the config file. */
  readonly config?: string;
}

const REGISTRY = ".cargo/registry/src/registry.example-0123456789abcdef";

export async function crateHouse({ crates = {}, dependencies, plugins = {}, config = "" }: CrateHouseOptions): Promise<Household> {
  const house = await household({
    home: { ".symposium": { "config.toml": `[defaults]\nsymposium-recommendations = false\n[[agent]]\nname = "claude"\n${config}` } },
    project: cargoFiles(dependencies ?? Object.keys(crates)),
  });
  for (const [crate, files] of Object.entries(crates)) putCrate(house, crate, files);
  for (const [path, text] of Object.entries(plugins)) house.write(`home/.symposium/plugins/${path}`, text);
  return house;
}

/** Puts a crate where Cargo unpacks it, and returns its folder. */
export function putCrate(house: Household, crate: string, files: Files, registry = REGISTRY): string {
  const [name = "", version = ""] = crate.split(" ");
  const folder = `home/${registry}/${name}-${version}`;
  for (const [path, text] of Object.entries({ "Cargo.toml": pack(name, "", version), ...files })) house.write(`${folder}/${path}`, text);
  return house.at(folder);
}

/** A crate's `Cargo.toml` with a table `[package.metadata.symposium]`. */
export function withMetadata(crate: string, table: string): string {
  const [name = "", version = ""] = crate.split(" ");
  return pack(name, `[package.metadata.symposium]\n${table}\n`, version);
}

/** A skill in a folder of its name. */
export function skillIn(folder: string, name: string): Files {
  return { [`${folder}/${name}/SKILL.md`]: skillText(name) };
}

/** The folders of installed skills. */
export function installedIn(house: Household): readonly string[] {
  try {
    return readdirSync(join(house.project, ".claude/skills")).sort();
  } catch {
    return [];
  }
}

/** What is installed after a sync that fetches nothing, and the sync's warnings. */
export async function syncedIn(house: Household): Promise<{ readonly skills: readonly string[]; readonly stderr: string }> {
  const { stderr } = await house.run(["sync", "--update", "none"]);
  return { skills: installedIn(house), stderr };
}
