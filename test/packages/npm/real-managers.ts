/** The trees of `test/fixtures/npm-workspaces`, taken to a temporary folder and put before the real package managers. */

import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { askFolders, askNpm, askPnpm, askYarn, type Expected, type Run } from "./ask-managers.ts";
import { archiveOf, startManagerRegistry } from "./manager-registry.ts";

export const WORKSPACES = fileURLToPath(new URL("../../fixtures/npm-workspaces", import.meta.url));

/** In committed lock files, in the place of the registry on loopback. */
export const REGISTRY = "https://registry.example";

interface Manager {
  readonly program: string;
  /** Of the versions that write this format. */
  readonly majors: readonly number[];
  readonly lock: string;
  readonly install: readonly string[];
  readonly settings: (registry: string) => Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly ask: (tree: string, run: Run) => Promise<readonly Expected[]>;
}

const npmrc = (registry: string) => ({ ".npmrc": `registry=${registry}/\naudit=false\nfund=false\nupdate-notifier=false\n` });
const npm = (format: number): Manager => ({
  program: "npm",
  majors: [9, 10, 11, 12],
  lock: "package-lock.json",
  install: ["install", "--ignore-scripts", "--install-links=false", `--lockfile-version=${format}`],
  settings: npmrc,
  ask: askNpm,
});
const pnpm = (...majors: number[]): Manager => ({
  program: "pnpm",
  majors,
  lock: "pnpm-lock.yaml",
  install: ["install", "--ignore-scripts", "--no-frozen-lockfile"],
  settings: npmrc,
  ask: askPnpm,
});
const yarn = (linker: string): Manager => ({
  program: "yarn",
  majors: [4],
  lock: "yarn.lock",
  install: ["install"],
  settings: (registry) => ({
    ".yarnrc.yml": `npmRegistryServer: "${registry}"\nunsafeHttpWhitelist: ["127.0.0.1"]\nnodeLinker: ${linker}\nenableGlobalCache: false\nenableScripts: false\nenableTelemetry: false\n`,
  }),
  env: { YARN_ENABLE_IMMUTABLE_INSTALLS: "false" },
  ask: askYarn,
});

/** By the first words of a tree's name. */
const MANAGERS: Readonly<Record<string, Manager>> = {
  "npm-1": npm(1),
  "npm-2": npm(2),
  npm: npm(3),
  "pnpm-7": pnpm(7),
  "pnpm-8": pnpm(8),
  "pnpm-12": pnpm(11, 12),
  pnpm: pnpm(9, 10),
  "yarn-1": {
    program: "yarn",
    majors: [1],
    lock: "yarn.lock",
    install: ["install", "--ignore-scripts", "--non-interactive"],
    settings: (registry) => ({ ".yarnrc": `registry "${registry}/"\n`, ...npmrc(registry) }),
    ask: askFolders,
  },
  "yarn-pnp": yarn("pnp"),
  "yarn-modules": yarn("node-modules"),
  bun: {
    program: "bun",
    majors: [1],
    lock: "bun.lock",
    install: ["install", "--ignore-scripts"],
    settings: (registry) => ({ "bunfig.toml": `[install]\nregistry = "${registry}/"\nsaveTextLockfile = true\n` }),
    ask: askFolders,
  },
};

export const CASES: readonly string[] = readdirSync(WORKSPACES).sort();

export function managerOf(name: string): Manager {
  const found = Object.keys(MANAGERS).find((key) => name.startsWith(`${key}-`));
  return MANAGERS[found ?? ""] as Manager;
}

const PATH = process.env["PATH"] ?? "";
const versions = new Map<string, number>();

/** Whether a version of the manager that writes this format can be had. */
export function isAvailable(name: string): boolean {
  const { program, majors } = managerOf(name);
  if (!versions.has(program)) versions.set(program, majorOf(program));
  return majors.includes(versions.get(program) ?? 0);
}

function majorOf(program: string): number {
  try {
    // In a folder without a manifest that could name another version.
    return Number.parseInt(execFileSync(program, ["--version"], { cwd: "/", encoding: "utf8", env: { PATH, HOME: "/nowhere" } }), 10);
  } catch {
    return 0;
  }
}

export interface Installed {
  readonly tree: string;
  readonly expected: readonly Expected[];
  readonly lock: string;
}

/** Installs below `folder` with the lock file of the tree, where it has one, and asks what is there. */
export async function installed(name: string, folder: string): Promise<Installed> {
  await using registry = await startManagerRegistry();
  const manager = managerOf(name);
  const tree = realpathSync.native(placeTree(name, folder));
  const lock = join(tree, manager.lock);
  if (existsSync(lock)) writeFileSync(lock, readFileSync(lock, "utf8").replaceAll(REGISTRY, registry.address));
  for (const [file, text] of Object.entries(manager.settings(registry.address))) {
    const own = join(tree, file);
    writeFileSync(own, existsSync(own) ? `${readFileSync(own, "utf8")}${text}` : text);
  }
  const env = { PATH, HOME: folder, XDG_CACHE_HOME: join(folder, "cache"), XDG_DATA_HOME: join(folder, "data"), CI: "1", ...manager.env };
  const run: Run = async (...args) =>
    (await promisify(execFile)(manager.program, args, { cwd: tree, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
  await run(...manager.install);
  // Some managers copy a folder that a project depends on; its place is still that folder.
  const found = (await manager.ask(tree, run)).map((one) =>
    existsSync(join(tree, "vendor", one.name)) ? { ...one, folder: `vendor/${one.name}` } : one,
  );
  const expected = [...new Map(found.map((one) => [`${one.name} ${one.version} ${one.folder}`, one])).values()];
  return { tree, expected: sorted(expected), lock: readFileSync(lock, "utf8").replaceAll(registry.address, REGISTRY) };
}

/** With the archive that some trees depend on; it is not committed. */
export function placeTree(name: string, folder: string): string {
  const tree = join(folder, "tree");
  cpSync(join(WORKSPACES, name, "tree"), tree, { recursive: true });
  if (!name.endsWith("-local")) return tree;
  mkdirSync(join(tree, "archives"), { recursive: true });
  writeFileSync(join(tree, "archives/archive-1.0.0.tgz"), archiveOf({ name: "archive", version: "1.0.0" }));
  return tree;
}

export function sorted(list: readonly Expected[]): Expected[] {
  const key = ({ name, version, folder }: Expected) => `${name} ${version} ${folder}`;
  return list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
