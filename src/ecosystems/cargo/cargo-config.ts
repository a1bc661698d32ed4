/**
 * What Cargo's own configuration changes about where packages come from: `paths`, `[patch]` and replaced sources. Cargo looks for it from the
 * folder it is started in; we take the root's, where all members agree.
 */

import { dirname, join, resolve } from "node:path";

import type { Problem } from "../../config/problem.ts";
import { readTextFile } from "../../config/text-file.ts";
import { readToml, type TomlTable } from "../../config/toml.ts";
import { MISSING, stamped, type Stamped } from "../../platform/stamp.ts";
import { type Declared, isTable, patchesOf, tableAt, textAt, textsAt } from "./manifest.ts";

export interface CargoConfig {
  /** Folders whose package is used in the place of any of its name. */
  readonly paths: readonly string[];
  readonly patches: readonly Declared[];
  /** By name; of several files the nearest says it. */
  readonly sources: ReadonlyMap<string, SourceTable>;
  /** The text of all files, for whoever wants to know whether anything changed. */
  readonly text: string;
  /** All but the user's own, the nearest first, with the folder that their paths start from. */
  readonly files: readonly { readonly table: TomlTable; readonly base: string }[];
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
  const paths: string[] = [];
  const patches: Declared[] = [];
  const sources = new Map<string, SourceTable>();
  const texts: string[] = [];
  const files: { table: TomlTable; base: string }[] = [];
  const stamps: Stamped[] = [];
  const problems: Problem[] = [];
  for (const { folder, base } of configFolders(root, cargoHome)) {
    const found = readConfigIn(folder, stamps);
    if (found === undefined) continue;
    if ("problem" in found) {
      problems.push(found.problem);
      continue;
    }
    texts.push(found.text);
    if (folder !== cargoHome) files.push({ table: found.table, base });
    paths.push(...textsAt(found.table, "paths").map((path) => resolve(base, path)));
    patches.push(...patchesOf(found.table, base));
    for (const [name, table] of Object.entries(tableAt(found.table, "source") ?? {})) {
      if (isTable(table)) sources.set(name, { ...sourceOf(table, base), ...sources.get(name) });
    }
  }
  return { paths, patches, sources, text: texts.join("\n"), files, stamps, problems };
}

/** The nearest comes first, the user's last; relative paths start beside `.cargo`. */
function configFolders(root: string, cargoHome: string): { folder: string; base: string }[] {
  const bases: string[] = [];
  for (let base = root; ; base = dirname(base)) {
    bases.push(base);
    if (dirname(base) === base) break;
  }
  const above = bases.map((base) => ({ folder: join(base, ".cargo"), base })).filter(({ folder }) => folder !== cargoHome);
  return [...above, { folder: cargoHome, base: dirname(cargoHome) }];
}

type Found = { readonly text: string; readonly table: TomlTable } | { readonly problem: Problem };

/** Where both are there Cargo takes the one without an extension. */
function readConfigIn(folder: string, stamps: Stamped[]): Found | undefined {
  for (const name of ["config", "config.toml"]) {
    const file = join(folder, name);
    const stamp = stamped(file);
    stamps.push(stamp);
    if (stamp[1] === MISSING) continue;
    const read = readTextFile(file);
    if (read.kind === "missing") continue;
    if (read.kind === "bad") return read;
    const toml = readToml(read.text);
    if (toml.ok) return { text: read.text, table: toml.table };
    return { problem: { severity: "error", file, position: toml.position, message: toml.message } };
  }
  return undefined;
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
