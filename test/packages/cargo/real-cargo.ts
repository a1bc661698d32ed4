/** The workspaces of `test/fixtures/cargo-workspaces`, taken to a temporary folder and put before the real Cargo. */

import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { gitRepositories } from "./git-repositories.ts";
import { crates, startRegistry } from "./loopback-registry.ts";

export const WORKSPACES = fileURLToPath(new URL("../../fixtures/cargo-workspaces", import.meta.url));

/** The folder of the tree in which Cargo is started. */
export const CASES: Readonly<Record<string, string>> = {
  globs: "crates/first",
  virtual: "beta",
  patched: "elsewhere",
  configured: "ws",
  vendored: ".",
  git: ".",
  replaced: "app",
  nested: "inner/one",
};

/** `folder` in the tree or in Cargo's home, whichever it is in. */
export interface Expected {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

export interface Bench {
  readonly tree: (name: string) => string;
  readonly cargoHome: string;
  readonly env: Readonly<Record<string, string>>;
  /** What `cargo metadata` says. */
  readonly ask: (
    name: string,
  ) => Promise<{ readonly root: string; readonly members: readonly Expected[]; readonly dependencies: readonly Expected[] }>;
}

/** Older ones read less configuration than what is recorded. */
const OLDEST_CARGO = 95;

export function hasCargo(): boolean {
  const [, minor] = /^cargo 1\.([0-9]+)/.exec(spawnSync("cargo", ["--version"], { encoding: "utf8" }).stdout ?? "") ?? [];
  return Number(minor) >= OLDEST_CARGO && spawnSync("git", ["--version"], { stdio: "ignore" }).status === 0;
}

/** Everything lies below `folder`; the registry answers until the callback is through. */
export async function withRealCargo(folder: string, use: (bench: Bench) => Promise<void>): Promise<void> {
  await using registry = await startRegistry();
  const cargoHome = join(folder, "cargo-home");
  mkdirSync(cargoHome, { recursive: true });
  const replaced = `[source.crates-io]\nreplace-with = "loopback"\n\n[source.loopback]\nregistry = "${registry.address}"\n`;
  writeFileSync(join(cargoHome, "config.toml"), replaced);
  const env = { ...environment(folder, cargoHome), ...gitRepositories(join(folder, "git")) };
  cpSync(WORKSPACES, join(folder, "trees"), { recursive: true });
  for (const path of vendoredFiles()) write(join(folder, "trees", "vendored", "tree", "third-party", path[0]), path[1]);
  const tree = (name: string) => join(folder, "trees", name, "tree");
  await use({ tree, cargoHome, env, ask: (name) => ask(tree(name), CASES[name] ?? ".", cargoHome, env) });
}

/** Nothing of the user's but the toolchain. */
export function environment(folder: string, cargoHome: string): Record<string, string> {
  const kept = ["PATH", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "SystemRoot", "TEMP"].flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  const rustup = process.env["RUSTUP_HOME"] ?? join(process.env["HOME"] ?? "", ".rustup");
  const own = { HOME: folder, CARGO_HOME: cargoHome, CARGO_NET_GIT_FETCH_WITH_CLI: "true", CARGO_TERM_COLOR: "never" };
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...(existsSync(rustup) ? { RUSTUP_HOME: rustup } : {}), ...own };
}

/** What a user does who builds a project: afterwards Cargo knows its packages without the network. */
export async function fetchOnce(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  await promisify(execFile)("cargo", ["fetch"], { cwd: folder, env });
}

interface Metadata {
  readonly packages: readonly { readonly id: string; readonly name: string; readonly version: string; readonly manifest_path: string }[];
  readonly workspace_members: readonly string[];
  readonly workspace_root: string;
  readonly resolve: { readonly nodes: readonly { readonly id: string; readonly dependencies: readonly string[] }[] };
}

async function ask(tree: string, start: string, cargoHome: string, env: Record<string, string>) {
  const args = ["metadata", "--format-version", "1", "--all-features"];
  const { stdout } = await promisify(execFile)("cargo", args, { cwd: join(tree, start), env, maxBuffer: 64 * 1024 * 1024 });
  const { packages, workspace_members: members, workspace_root: root, resolve } = JSON.parse(stdout) as Metadata;
  const ids = new Set(resolve.nodes.filter(({ id }) => members.includes(id)).flatMap(({ dependencies }) => dependencies));
  const of = (wanted: (id: string) => boolean) =>
    sorted(
      packages.flatMap(({ id, name, version, manifest_path: file }) =>
        wanted(id) ? [{ name, version, folder: placeOf(dirname(file), tree, cargoHome) }] : [],
      ),
    );
  return {
    root: relative(tree, root),
    members: of((id) => members.includes(id)),
    dependencies: of((id) => ids.has(id) && !members.includes(id)),
  };
}

/** The names of Cargo's folders hold digests that depend on the machine. */
export function placeOf(folder: string, tree: string, cargoHome: string): string {
  const inHome = relative(cargoHome, folder);
  if (inHome.startsWith("..")) return relative(tree, folder).replaceAll("\\", "/");
  return inHome
    .replaceAll("\\", "/")
    .replace(/^(registry\/src)\/[^/]*/, "$1")
    .replace(/^(git\/checkouts)\/([^/]*)-[^/]*\/[^/]*/, "$1/$2");
}

export function sorted(list: readonly Expected[]): Expected[] {
  return list.toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** The `vendored` tree is filled from the registry's crates; one folder has a name that says nothing. */
export function vendoredFiles(): [path: string, text: string][] {
  const folders = { leaf: "leaf", "leaf 0.2.0": "leaf-0.2.0", "dash-name": "dash-name", under_score: "any-name" };
  const packed = crates.flatMap(({ name, version, files, checksum }) => {
    const folder = Object.entries(folders).find(
      ([key]) => key === `${name} ${version}` || (key === name && (name !== "leaf" || version === "1.1.0")),
    )?.[1];
    const list = { ...files, ".cargo-checksum.json": JSON.stringify({ files: {}, package: checksum }) };
    return folder === undefined ? [] : Object.entries(list).map(([path, text]): [string, string] => [`${folder}/${path}`, text]);
  });
  const fromGit = {
    "Cargo.toml": '[package]\nname = "many-one"\nversion = "1.0.0"\nedition = "2021"\n',
    "src/lib.rs": "",
    ".cargo-checksum.json": '{"files":{}}',
  };
  return [...packed, ...Object.entries(fromGit).map(([path, text]): [string, string] => [`many-one/${path}`, text])];
}

/** With the folders around it. */
export function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
