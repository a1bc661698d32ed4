/**
 * A home with a Cargo workspace in it, sources of plugins, and things of the user's among our copies. What is looked at afterwards is told
 * without times and stamps, so that two runs that did the same look the same.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import type { FileTree } from "fs-fixture";

import { parseMarker } from "../../../src/skills/marker.ts";
import { createWorld, type FaultWorld, type Ran, type RunOptions } from "./fault-world.ts";
import { type Tree, treeOf, without } from "./tree.ts";

export interface SyncWorld extends FaultWorld {
  /** Paths start at the home. */
  readonly write: (path: string, text: string | Uint8Array) => void;
  readonly remove: (path: string) => void;
  readonly read: (path: string) => string;
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

export function cargoToml(...dependencies: readonly string[]): string {
  return `[workspace]\nmembers = ["crates/*"]\n[package]\nname = "app"\nversion = "0.1.0"\n[dependencies]\n${dependencies.map((name) => `${name} = "1"\n`).join("")}`;
}

export function cargoLock(...dependencies: readonly string[]): string {
  const entry = (name: string, version: string, more = "") => `[[package]]\nname = "${name}"\nversion = "${version}"\n${more}\n`;
  const list = dependencies.map((name) => ` "${name}",\n`).join("");
  const crates = 'source = "registry+https://github.com/rust-lang/crates.io-index"\n';
  const all = [
    entry("app", "0.1.0", `dependencies = [\n${list}]\n`),
    ...dependencies.map((name) => entry(name, "1.0.0", crates)),
    entry("member", "0.1.0"),
  ];
  return `version = 4\n\n${all.join("")}`;
}

export function skillText(name: string, body = "Text.\n", more = ""): string {
  return `---\nname: ${name}\ndescription: What ${name} is for\n${more}---\n\n${body}`;
}

export function pluginText(name: string, gate: string, source = 'source.path = "skills"'): string {
  return `name = "${name}"\n${gate}\n[[skills]]\n${source}\n`;
}

/** The workspace has one member and depends on what is named. */
export async function syncWorld(dependencies: readonly string[], source: FileTree, files: FileTree = {}): Promise<SyncWorld> {
  const world = await createWorld({
    ".symposium/config.toml": CONFIG,
    ".symposium/src": source,
    "work/Cargo.toml": cargoToml(...dependencies),
    "work/Cargo.lock": cargoLock(...dependencies),
    "work/src/main.rs": "fn main() {}\n",
    "work/crates/member/Cargo.toml": '[package]\nname = "member"\nversion = "0.1.0"\n',
    ...files,
  });
  const place = (path: string) => join(world.home, path);
  return {
    ...world,
    write: (path, text) => {
      mkdirSync(dirname(place(path)), { recursive: true });
      writeFileSync(place(path), text);
    },
    remove: (path) => rmSync(place(path), { recursive: true }),
    read: (path) => readFileSync(place(path), "utf8"),
    sync: (more = [], options = {}) => world.run(["sync", ...more], { cwd: world.project, ...options }),
    installed: (folder = ".claude/skills") => namesBelow(treeOf(world.home), `work/${folder}/`),
  };
}

function namesBelow(tree: Tree, folder: string): readonly string[] {
  const names = Object.keys(tree).flatMap((path) => (path.startsWith(folder) ? (path.slice(folder.length).split("/")[0] ?? "") : ""));
  return [...new Set(names)].filter((name) => name !== "").toSorted();
}

export const TEMPORARY = /\.symposium-(?:new|old)-|\.tmp\/?$|symposium-tmp$|\.tmp-\d+-/;

/** What is none of the outcome: logs, and the index, which is checked by itself. */
const NOT_COMPARED = [/^\.symposium\/(?:logs|index|locks|trace|sessions)\//, /^\.symposium\/(?:programme\.json$|cache\/$)/];

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

/** Numbers from 0 to 1 that follow from the seed. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
