/** What Cargo's configuration changes about where packages come from. Cargo reads that of the folder it starts in, Symposium that of the root. */

import { dirname, join, resolve } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { leadsOutProblem, readTextFileWithin } from "../../files/text-file.ts";
import { isTable, readToml, type TomlTable } from "../../files/toml.ts";
import { type Bounds, boundsOf, isAtOrBelow } from "../../host/bounds.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { tableAt, textAt, textsAt } from "../table-values.ts";
import { addressOf, confinedPaths, patchesOf } from "./package-manifest.ts";

export type CargoConfig = ReturnType<typeof readCargoConfig>;
/** By name; the nearest of several files wins. */
export type Sources = ReadonlyMap<string, SourceTable>;

interface SourceTable {
  /** The lock file's name for it. */
  readonly address?: string;
  readonly replaceWith?: string;
  /** A vendored folder with all packages unpacked. */
  readonly directory?: string;
}

/** Paths that lead out of the repository do not count in its own files. Files above it, and Cargo's own folder, are the user's. */
export function readCargoConfig(root: string, cargoHome: string, bounds: Bounds) {
  const read: ReadConfigs = { bounds, files: [], stamps: [], problems: [] };
  for (let base = root, below = ""; base !== below; below = base, base = dirname(base)) {
    const folder = join(base, ".cargo");
    if (folder !== cargoHome) readConfigIn(folder, read);
  }
  readConfigIn(cargoHome, read);
  const { files, stamps, problems } = read;
  const sources = sourcesIn(read);
  /** Folders whose package replaces any package of its name. */
  const paths = files.flatMap((one) =>
    textsAt(one.table, "paths").flatMap((path) => {
      const folder = insideOnly(resolve(one.base, path), "paths", one, read);
      return folder === undefined ? [] : [{ folder, isUsers: one.isUsers }];
    }),
  );
  const patches = files.flatMap(({ file, table, base, isUsers }) => {
    const all = patchesOf(table, base);
    return isUsers ? all : confinedPaths(all, file, bounds, problems);
  });
  return { paths, patches, sources, bounds, stamps, problems };
}

/** Only what is in Cargo's own folder: no workspace decides where requests go (PL-32). `registries` has their addresses as in lock files. */
export function readUserConfig(cargoHome: string) {
  const read: ReadConfigs = { bounds: boundsOf(cargoHome), files: [], stamps: [], problems: [] };
  readConfigIn(cargoHome, read);
  const registries = read.files.toReversed().flatMap(({ table }) =>
    Object.entries(tableAt(table, "registries") ?? {}).flatMap(([name, registry]) => {
      const index = isTable(registry) ? textAt(registry, "index") : undefined;
      return index === undefined ? [] : [[name, addressOf(index)] as const];
    }),
  );
  return { sources: sourcesIn(read), registries: new Map(registries) };
}

function sourcesIn(read: ReadConfigs): Sources {
  const sources = new Map<string, SourceTable>();
  for (const one of read.files) {
    for (const [name, source] of Object.entries(tableAt(one.table, "source") ?? {})) {
      if (!isTable(source)) continue;
      const nearer = sources.get(name);
      const [registry, git, written] = ["registry", "git", "directory"].map((key) => textAt(source, key));
      const folder = written === undefined ? undefined : resolve(one.base, written);
      const directory = folder && insideOnly(folder, `the directory of source \`${name}\``, one, read);
      sources.set(name, {
        address: nearer?.address ?? (registry === undefined ? git && `git+${git}` : addressOf(registry)),
        replaceWith: nearer?.replaceWith ?? textAt(source, "replace-with"),
        directory: nearer?.directory ?? directory,
      });
    }
  }
  return sources;
}

/** The folder, unless a file of the repository leads out of it, which is reported. */
function insideOnly(folder: string, subject: string, { file, isUsers }: ConfigFile, { bounds, problems }: ReadConfigs): string | undefined {
  const target = isUsers ? undefined : bounds.leadsOut(folder);
  if (target === undefined) return folder;
  problems.push(leadsOutProblem(file, target, bounds, subject));
  return undefined;
}

/** The vendored folder for a source of the lock file, after all replacements. */
export function vendoredFolder({ sources }: CargoConfig, source: string): string | undefined {
  const named = [...sources].find(([name, table]) => isSameSource(name, table, source))?.[0];
  const last = named === undefined ? undefined : sources.get(replacementOf(named, sources));
  return last?.replaceWith === undefined ? last?.directory : undefined;
}

/** The name of the source that takes another one's place in the end; its own where none does, and in a circle. */
export function replacementOf(name: string, sources: Sources): string {
  const seen = new Set([name]);
  let last = name;
  for (let next = sources.get(last)?.replaceWith; next !== undefined; next = sources.get(last)?.replaceWith) {
    if (seen.has(next)) return name;
    seen.add(next);
    last = next;
  }
  return last;
}

/** The addresses of crates.io in lock files. A configuration names it `crates-io`, without an address. */
export const CRATES_IO: ReadonlySet<string> = new Set([
  "registry+https://github.com/rust-lang/crates.io-index",
  "sparse+https://index.crates.io/",
]);

function isSameSource(name: string, { address }: SourceTable, source: string): boolean {
  if (name === "crates-io") return CRATES_IO.has(source);
  // The lock file adds the commit to a git address, and sometimes a query.
  return (
    address !== undefined && (source === address || (address.startsWith("git+") && source.split(/[?#]/)[0] === address.split(/[?#]/)[0]))
  );
}

interface ConfigFile {
  readonly file: string;
  readonly table: TomlTable;
  /** Where its relative paths start: beside the folder that contains it. */
  readonly base: string;
  /** A user's file, not the repository's: it may name any folder. */
  readonly isUsers: boolean;
}

interface ReadConfigs {
  readonly bounds: Bounds;
  /** The first wins. */
  readonly files: ConfigFile[];
  readonly stamps: Stamped[];
  readonly problems: Problem[];
}

/** Where both names exist Cargo uses the one without an extension. */
function readConfigIn(folder: string, read: ReadConfigs): void {
  const isUsers = !isAtOrBelow(folder, read.bounds.top);
  for (const name of ["config", "config.toml"]) if (readConfigFile(join(folder, name), read, isUsers)) return;
}

/** Whether it exists. An included file has less weight than the one that includes it; the last of several has the most. */
function readConfigFile(file: string, read: ReadConfigs, isUsers: boolean, around: readonly string[] = []): boolean {
  const stamp = stamped(file);
  read.stamps.push(stamp);
  if (stamp[1] === MISSING) return false;
  const found = readTextFileWithin(file, isUsers ? undefined : read.bounds);
  if (found.kind !== "text") {
    if (found.kind === "bad") read.problems.push(found.problem);
    return found.kind === "bad";
  }
  const toml = readToml(found.text);
  if (!toml.ok) {
    read.problems.push({ severity: "error", file, position: toml.position, message: toml.message });
    return true;
  }
  read.files.push({ file, table: toml.table, base: dirname(dirname(file)), isUsers });
  const within = [...around, file];
  for (const included of includedBy(toml.table, dirname(file)).toReversed()) {
    if (!within.includes(included) && within.length < DEEPEST) readConfigFile(included, read, isUsers, within);
  }
  return true;
}

const DEEPEST = 8;
const MOST_INCLUDED = 20;

function includedBy(table: TomlTable, folder: string): string[] {
  const include = table["include"];
  const list: unknown[] = Array.isArray(include) ? include.slice(0, MOST_INCLUDED) : [include];
  return list.flatMap((one) => {
    const path = isTable(one) ? textAt(one, "path") : one;
    return typeof path === "string" && path.endsWith(".toml") && !path.includes("\0") ? [resolve(folder, path)] : [];
  });
}
