/**
 * Pinned agent programs from npm, in a cache outside the repository. What is there already is used as it is; a folder
 * counts as installed only under its final name, so an interrupted install is simply made again.
 */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

import type { Recipe } from "./recipes/recipe.ts";

/** Runs the agents written in JavaScript, and our own program in its Node form. */
const NODE = { package: "node", version: "24.21.0" };

export interface Installed {
  /** The agent's executable. */
  readonly program: string;
  /** The folder of the Node that agents and hooks find on their PATH. */
  readonly nodeFolder: string;
}

/** Makes sure of one agent. Throws when npm cannot deliver it: such an agent is skipped, and never counts as passed. */
export function install({ name, npm }: Recipe): Installed {
  const node = installed(`node-${NODE.version}`, `${NODE.package}@${NODE.version}`, process.env["PATH"] ?? "");
  const nodeFolder = join(node, "node_modules", "node", "bin");
  // npm chooses by the Node it runs under, and quietly takes an older release when that one is too old.
  const path = `${nodeFolder}${delimiter}${process.env["PATH"] ?? ""}`;
  const folder = installed(`${name}-${npm.version}`, `${npm.package}@${npm.version}`, path);
  return { program: join(folder, "node_modules", ".bin", npm.bin), nodeFolder };
}

/** Where the programs are kept: `SYMPOSIUM_AGENTS_CACHE`, else below the user's cache folder. */
export function cacheFolder(): string {
  const { SYMPOSIUM_AGENTS_CACHE: own, XDG_CACHE_HOME: xdg } = process.env;
  return own || join(xdg || join(homedir(), ".cache"), "symposium-agents");
}

function installed(name: string, wanted: string, path: string): string {
  const cache = cacheFolder();
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, ".making-"));
  try {
    const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
    execFileSync("npm", ["install", "--prefix", making, ...quiet, wanted], {
      cwd: making,
      env: { ...process.env, PATH: path },
      stdio: ["ignore", "pipe", "pipe"],
    });
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}
