/** A home with a config file, plugins of the user's and a Cargo workspace, in which commands run one after the other. Nothing asks the network. */

import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { FileTree } from "fs-fixture";

import { BUILD } from "../../src/version.ts";
import { type Household, household, type Ran } from "../cli/command-line.ts";
import { programme } from "../foundation/programmes.ts";
import { answering } from "../placement/programme-package.ts";

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
  /** A path begins with `home/` or `project/`. */
  readonly at: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
  readonly write: (path: string, text: string) => void;
  readonly remove: (path: string) => void;
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
  const env = { HOME: house.home, PATH: process.env["PATH"] ?? "", GIT_CONFIG_NOSYSTEM: "1", NO_UPDATE_NOTIFIER: "1" };
  const at = (path: string) => join(dirname(house.project), path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  // In place of the real programme, which is large: agents would call it, and nothing here does.
  for (const part of ["bin", "plugins"])
    cpSync(join(dirname(programme("symposium")), part), at(`package/dist/${part}`), { recursive: true });
  write("package/package.json", '{"version":"0.1.0"}');
  write("package/dist/native/symposium-hook", answering(BUILD));
  chmodSync(at("package/dist/native/symposium-hook"), 0o755);
  const run: Household["run"] = (args, options = {}) => house.run(args, { env, dist: at("package/dist"), ...options });
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
    depend: (on) => Object.entries(cargoFiles(on)).forEach(([name, text]) => write(`project/${name}`, text)),
    at,
    has: (path) => existsSync(at(path)),
    read: (path) => readFileSync(at(path), "utf8"),
    write,
    remove: (path) => rmSync(at(path), { recursive: true }),
    everything: () => Object.fromEntries([...marksIn(house.home), ...marksIn(house.project)]),
  };
}

export function configText(agents: readonly string[], more = ""): string {
  const named = agents.map((name) => `[[agent]]\nname = "${name}"\n`).join("");
  return `${more}\n[defaults]\nsymposium-recommendations = false\n${named}`;
}

/** A package `app` with a lock file, in which every dependency comes from a registry. */
export function cargoFiles(dependencies: readonly string[]): Record<"Cargo.toml" | "Cargo.lock", string> {
  const packages = dependencies.map((text) => text.split(" ")).map(([name = "", version = "1.0.0"]) => ({ name, version }));
  const declared = packages.map(({ name, version }) => `${name} = "${version}"\n`).join("");
  const locked = packages.map(
    ({ name, version }) => `\n[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://example.com/index"\n`,
  );
  const list = packages.map(({ name }) => ` "${name}",\n`).join("");
  return {
    "Cargo.toml": `[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\n${declared}`,
    "Cargo.lock": `version = 4\n\n[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = [\n${list}]\n${locked.join("")}`,
  };
}

/** A `SKILL.md`; `gate` is a line of its frontmatter. */
export function skillText(name: string, gate = "", body = `Read about ${name}.`): string {
  return `---\nname: ${name}\ndescription: About ${name}\n${gate === "" ? "" : `${gate}\n`}---\n${body}\n`;
}

/** A plugin with one group of skills in `skills`. */
export function skillPlugin(name: string, skills: FileTree, { gate = 'crates = ["*"]', group = "", more = "" } = {}): FileTree {
  return { "SYMPOSIUM.toml": `name = "${name}"\n${gate}\n[[skills]]\n${group}\nsource.path = "skills"\n${more}`, skills };
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
