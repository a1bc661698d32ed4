/** A home of its own and real repositories beside it, made with the real git and fetched from by ours. */

import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { FileTree } from "fs-fixture";

import { readConfig } from "../../../src/files/config.ts";
import { configuredSources } from "../../../src/plugins/sources/configured.ts";
import type { PluginSource } from "../../../src/plugins/sources/source.ts";
import { type SourceUpdate, type UpdateRequest, updateSources } from "../../../src/plugins/sources/update-sources.ts";
import { manifestText } from "../../support/plugin.ts";
import { type TemporaryHome, temporaryHome, userOf } from "../../support/temporary-home.ts";

export interface Repository {
  readonly path: string;
  readonly git: (...args: string[]) => string;
  /** Writes files, removes those that are `null`, and commits; gives the commit. */
  readonly commit: (files: Readonly<Record<string, string | null>>) => string;
}

export interface GitSandbox extends TemporaryHome {
  readonly repository: (name: string, files?: Readonly<Record<string, string>>) => Repository;
  /** Sources as TOML: what stands behind `[[plugin-source]]`. */
  readonly configure: (...sources: string[]) => void;
  readonly update: (level: UpdateRequest["level"], changes?: Partial<UpdateRequest>) => Promise<readonly SourceUpdate[]>;
  readonly sources: () => readonly PluginSource[];
  /** Names of the plugin folders of a source. */
  readonly plugins: (name: string) => readonly string[];
}

export const PLUGIN = { "a/SYMPOSIUM.toml": manifestText("a") };

export async function gitSandbox(tree: FileTree = {}): Promise<GitSandbox> {
  const env = (home: string) => ({ ...userOf(home), GIT_CONFIG_NOSYSTEM: "1" });
  const there = await temporaryHome({ files: tree, project: "cwd", env });
  const { context, places, at } = there;
  const config = () => {
    const read = readConfig(places.config);
    if (!read.ok) throw new Error(read.problem.message);
    return read.config;
  };
  const sources = () => configuredSources(config(), places);
  return {
    ...there,
    repository: (name, files = PLUGIN) => createRepository(at(name), env(there.home), files),
    configure: (...entries) => {
      const text = entries.map((entry) => `[[plugin-source]]\n${entry}\n`).join("");
      there.write("home/.symposium/config.toml", `[defaults]\nsymposium-recommendations = false\nuser-plugins = false\n${text}`);
    },
    update: (level, changes = {}) => updateSources({ level, context, places, config: config(), ...changes }),
    sources,
    plugins: (name) => {
      const source = sources().find((each) => each.name === name);
      return source?.list().plugins.map((path) => path.slice((source.folder ?? "").length + 1)) ?? [];
    },
  };
}

export function createRepository(path: string, env: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>): Repository {
  mkdirSync(path, { recursive: true });
  const who = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b" };
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: path, env: { ...env, ...who }, encoding: "utf8", stdio: "pipe" }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const commit: Repository["commit"] = (changes) => {
    for (const [name, text] of Object.entries(changes)) {
      if (text === null) rmSync(join(path, name), { recursive: true, force: true });
      else {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    }
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message=change");
    return git("rev-parse", "HEAD");
  };
  if (Object.keys(files).length > 0) commit(files);
  return { path, git, commit };
}
