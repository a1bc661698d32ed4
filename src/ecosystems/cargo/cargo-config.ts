/**
 * What Cargo's own configuration changes about where packages come from: `paths`, `[patch]` and replaced sources. Cargo looks for it from the
 * folder it is started in; we take the root's, where all members agree.
 */

import { dirname, join, resolve } from "node:path";

import type { Problem } from "../../config/problem.ts";
import type { TomlTable } from "../../config/toml.ts";
import type { Stamped } from "../../platform/stamp.ts";
import { type ConfigFile, type ReadConfigs, readConfigIn } from "./config-file.ts";
import { type Declared, isTable, patchesOf, tableAt, textAt, textsAt } from "./manifest.ts";

export interface CargoConfig {
  /** Folders whose package is used in the place of any of its name. */
  readonly paths: readonly string[];
  readonly patches: readonly Declared[];
  /** By name; of several files the nearest says it. */
  readonly sources: ReadonlyMap<string, SourceTable>;
  /** The text of all files, for whoever wants to know whether anything changed. */
  readonly text: string;
  /** All but the user's own, the nearest first. */
  readonly files: readonly ConfigFile[];
  readonly stamps: readonly Stamped[];
  readonly problems: readonly Problem[];
}

export interface SourceTable {
  /** What the lock file would call it. */
  readonly address?: string;
  readonly replaceWith?: string;
  /** A vendored folder with all packages unpacked. */
  readonly directory?: string;
}

export function readCargoConfig(root: string, cargoHome: string): CargoConfig {
  const read: ReadConfigs = { files: [], stamps: [], problems: [] };
  for (const folder of configFolders(root)) if (folder !== cargoHome) readConfigIn(folder, read);
  const files = [...read.files];
  readConfigIn(cargoHome, read);
  const sources = new Map<string, SourceTable>();
  for (const { table, base } of read.files) {
    for (const [name, source] of Object.entries(tableAt(table, "source") ?? {})) {
      if (isTable(source)) sources.set(name, { ...sourceOf(source, base), ...sources.get(name) });
    }
  }
  return {
    paths: read.files.flatMap(({ table, base }) => textsAt(table, "paths").map((path) => resolve(base, path))),
    patches: read.files.flatMap(({ table, base }) => patchesOf(table, base)),
    sources,
    text: read.files.map(({ text }) => text).join("\n"),
    files,
    stamps: read.stamps,
    problems: read.problems,
  };
}

/** The nearest comes first. */
function configFolders(root: string): string[] {
  const folders: string[] = [];
  for (let base = root; ; base = dirname(base)) {
    folders.push(join(base, ".cargo"));
    if (dirname(base) === base) return folders;
  }
}

function sourceOf(table: TomlTable, base: string): SourceTable {
  const replaceWith = textAt(table, "replace-with");
  const directory = textAt(table, "directory");
  const registry = textAt(table, "registry");
  const git = textAt(table, "git");
  const address = registry === undefined ? git && `git+${git}` : registry.startsWith("sparse+") ? registry : `registry+${registry}`;
  return {
    ...(address === undefined ? {} : { address }),
    ...(replaceWith === undefined ? {} : { replaceWith }),
    ...(directory === undefined ? {} : { directory: resolve(base, directory) }),
  };
}

/** The vendored folder that stands for a source of the lock file, after all replacements. */
export function vendoredFolder(config: CargoConfig, source: string): string | undefined {
  const named = [...config.sources].find(([name, table]) => isSameSource(name, table, source))?.[0];
  const seen = new Set<string>();
  for (let name = named; name !== undefined && !seen.has(name);) {
    seen.add(name);
    const table = config.sources.get(name);
    if (table?.replaceWith === undefined) return table?.directory;
    name = table.replaceWith;
  }
  return undefined;
}

/** Cargo's own registry has two addresses, and its name needs none. */
const CRATES_IO = new Set(["registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"]);

function isSameSource(name: string, { address }: SourceTable, source: string): boolean {
  if (name === "crates-io") return CRATES_IO.has(source);
  // The lock file adds the commit to a git address, and an empty query to none.
  return (
    address !== undefined && (source === address || (address.startsWith("git+") && source.split(/[?#]/)[0] === address.split(/[?#]/)[0]))
  );
}
