/** What a path is that somebody wants validated: a source, a plugin, a skill, a manifest of any name, or a package. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { UserError } from "../../errors.ts";
import { readPackageMetadata } from "../../plugins/package-metadata.ts";
import { listFolder, SKILL } from "../../plugins/sources/folder.ts";
import { MANIFEST, manifestIn, policyProblem, strayManifest } from "../../plugins/sources/manifest-file.ts";

export type Entry =
  | { readonly kind: "plugin"; readonly file: string; readonly problems: readonly Problem[] }
  /** A folder with a `SKILL.md`. */
  | { readonly kind: "skill"; readonly directory: string }
  /** A `Cargo.toml`. */
  | { readonly kind: "package"; readonly file: string };

export interface Entries {
  readonly entries: readonly Entry[];
  /** About the source itself. */
  readonly problems: readonly Problem[];
}

export function entriesAt(path: string): Entries {
  const only = (...entries: Entry[]): Entries => ({ entries, problems: [] });
  if (!isFolder(path)) return only(fileEntry(path));
  const names = namesIn(path);
  const packages: Entry[] = isPackage(path, names) ? [{ kind: "package", file: join(path, PACKAGE) }] : [];
  const isPlugin =
    (names.includes(MANIFEST) && policyProblem(join(path, MANIFEST)) === undefined) || strayManifest(path, names)?.isManifest === true;
  if (isPlugin) return only(pluginIn(path), ...packages);
  if (packages.length > 0) return only(...packages);
  if (names.includes(SKILL)) return only({ kind: "skill", directory: path });
  const { plugins, skills, problems } = listFolder(path);
  const entries = [...plugins.map(pluginIn), ...skills.map((directory): Entry => ({ kind: "skill", directory }))];
  return { entries: entries.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1)), problems };
}

const PACKAGE = "Cargo.toml";

function fileEntry(file: string): Entry {
  if (basename(file) === SKILL) return { kind: "skill", directory: dirname(file) };
  return basename(file) === PACKAGE ? { kind: "package", file } : { kind: "plugin", file, problems: [] };
}

function pluginIn(folder: string): Entry {
  return { kind: "plugin", ...manifestIn(folder) };
}

/** One that says where its skills are, or has them in the usual folder. */
function isPackage(folder: string, names: readonly string[]): boolean {
  const read = names.includes(PACKAGE) ? readTextFile(join(folder, PACKAGE)) : undefined;
  if (read?.kind !== "text") return false;
  const { name, metadata } = readPackageMetadata(join(folder, PACKAGE), read.text);
  return metadata.kind !== "absent" || (name !== undefined && existsSync(join(folder, "skills")));
}

function placeOf(entry: Entry): string {
  return entry.kind === "skill" ? entry.directory : dirname(entry.file);
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    throw new UserError("UNREADABLE", `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    throw new UserError("NOT-FOUND", `${path} does not exist`, { hint: "name a source, a plugin, a skill, a manifest or a package" });
  }
}
