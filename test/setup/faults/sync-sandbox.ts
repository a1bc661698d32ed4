/**
 * A home with a Cargo workspace in it, sources of plugins, and things of the user's among our copies. What is checked afterwards is listed
 * without times and stamps, so that two runs that did the same look the same.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { FileTree } from "fs-fixture";

import { parseMarker } from "../../../src/plugins/skills/marker.ts";
import { cargoFiles } from "../../support/cargo-workspace.ts";
import { createSandbox, type Sandbox, type Ran, type RunOptions } from "./sandbox.ts";
import { type Tree, treeOf, without } from "./tree.ts";

/** Paths of files start at the home. */
export interface SyncSandbox extends Sandbox {
  readonly sync: (more?: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** Names in a skill folder of the workspace. */
  readonly installed: (folder?: string) => readonly string[];
}

export const HEAD = `auto-update = "off"
sync-debounce-secs = 0
[[agent]]
name = "claude"
[defaults]
symposium-recommendations = false
user-plugins = false
`;
export const CONFIG = `${HEAD}[[plugin-source]]\nname = "src"\npath = "src"\n`;

export const MEMBERS = { member: "crates/member" };

export function cargoToml(...dependencies: readonly string[]): string {
  return cargoFiles(dependencies, MEMBERS)["Cargo.toml"];
}

export function cargoLock(...dependencies: readonly string[]): string {
  return cargoFiles(dependencies, MEMBERS)["Cargo.lock"];
}

/** The workspace has one member and depends on what is named. */
export async function syncSandbox(dependencies: readonly string[], source: FileTree, files: FileTree = {}): Promise<SyncSandbox> {
  const sandbox = await createSandbox({
    ".symposium/config.toml": CONFIG,
    ".symposium/src": source,
    work: { ...cargoFiles(dependencies, MEMBERS), "src/main.rs": "fn main() {}\n", ".git/HEAD": "ref: refs/heads/main\n" },
    ...files,
  });
  return {
    ...sandbox,
    write: (path, text) => sandbox.write(`home/${path}`, text),
    remove: (path) => sandbox.remove(`home/${path}`),
    read: (path) => sandbox.read(`home/${path}`),
    has: (path) => sandbox.has(`home/${path}`),
    sync: (more = [], options = {}) => sandbox.run(["sync", ...more], { cwd: sandbox.project, ...options }),
    installed: (folder = ".claude/skills") => namesBelow(treeOf(sandbox.home), `work/${folder}/`),
  };
}

function namesBelow(tree: Tree, folder: string): readonly string[] {
  const names = Object.keys(tree).flatMap((path) => (path.startsWith(folder) ? (path.slice(folder.length).split("/")[0] ?? "") : ""));
  return [...new Set(names)].filter((name) => name !== "").toSorted();
}

export const TEMPORARY = /\.symposium-(?:new|old)-|\.tmp\/?$|symposium-tmp$|\.tmp-\d+-/;

/** What is none of the outcome: logs, the index, which is checked by itself, and what was read, which is kept only once its files have rested. */
const NOT_COMPARED = [
  /^\.symposium\/(?:logs|index|locks|trace|sessions)\//,
  /^\.symposium\/(?:program\.json$|cache\/$|cache\/workspaces\/[^/]+\/workspace\.json$)/,
];

/** Everything that a sync answers for, without times, stamps and the order of answers. */
export function outcomeOf(home: string): Tree {
  const compared = Object.entries(without(treeOf(home), ...NOT_COMPARED));
  return Object.fromEntries(compared.map(([path, what]) => [path, isRecord(path) ? timeless(what) : what]));
}

function isRecord(path: string): boolean {
  return /\/(?:\.symposium|synced\.json|answers\.json|fetched\.json|checked\.json)$|ledger\.json$|state\.toml$/.test(path);
}

/** Stamps are `mtime:size:inode`, times have thirteen digits, and lists of stamps are in the order in which things were done. */
function timeless(text: string): string {
  const sorted = text.replace(/"inputs":\[(.*?)\]\]/, (_, list: string) => `"inputs":[${list.split("],").toSorted().join("],")}]]`);
  return sorted.replaceAll(/"[\d.]+:\d+:\d+"/g, '"stamp"').replaceAll(/(?<![\w.])\d{13}(?:\.\d+)?(?!\w)/g, "time");
}

/** Every copy that has our marker, whatever it is called, and what is wrong with it. */
export function tornCopies(home: string, mayBeEdited: RegExp = /(?!)/): readonly string[] {
  const tree = treeOf(home);
  const markers = Object.keys(tree).filter((path) => path.endsWith("/.symposium") && !TEMPORARY.test(path) && !mayBeEdited.test(path));
  return markers.flatMap((path) => {
    const directory = path.slice(0, -"/.symposium".length);
    const read = parseMarker(readFileSync(join(home, path), "utf8"));
    if (read.kind !== "ours") return [`${path}: ${read.kind}`];
    return read.marker.files.flatMap(({ path: file, sha256 }) => {
      const bytes = tree[`${directory}/${file}`];
      const digest =
        bytes &&
        createHash("sha256")
          .update(Buffer.from(bytes.slice(bytes.indexOf(" ") + 1), "latin1"))
          .digest("hex");
      return digest === sha256 ? [] : [`${directory}/${file}: ${digest === undefined ? "missing" : "other bytes"}`];
    });
  });
}
