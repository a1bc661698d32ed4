/** What a path to validate is: a source, a plugin, a skill, a manifest of any name, or a package. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import type { Ecosystem } from "../../ecosystems/ecosystem.ts";
import { ECOSYSTEMS, ecosystemOfFile } from "../../ecosystems/list.ts";
import { readEmbedded } from "../../ecosystems/read-embedded.ts";
import { UserError } from "../../errors.ts";
import { hookManifestIn } from "../../plugins/hooks-manifest/manifest-file.ts";
import { listFolder, SKILL } from "../../plugins/sources/folder.ts";
import { MANIFEST, manifestIn, policyProblem, strayManifest } from "../../plugins/sources/manifest-file.ts";

export type Entry =
  | { readonly kind: "plugin"; readonly file: string; readonly problems: readonly Problem[] }
  /** A folder with a `SKILL.md`. */
  | { readonly kind: "skill"; readonly directory: string }
  /** The file that describes a package. */
  | { readonly kind: "package"; readonly file: string; readonly ecosystem: Ecosystem };

export interface Entries {
  readonly entries: readonly Entry[];
  /** About the source itself. */
  readonly problems: readonly Problem[];
}

export function entriesAt(path: string): Entries {
  const only = (...entries: Entry[]): Entries => ({ entries, problems: [] });
  if (!isFolder(path)) return only(fileEntry(path));
  const names = namesIn(path);
  const packages = packagesIn(path);
  const isPlugin =
    (names.includes(MANIFEST) && policyProblem(join(path, MANIFEST)) === undefined) ||
    strayManifest(path, names)?.isManifest === true ||
    hookManifestIn(path, names) !== undefined;
  if (isPlugin) return only(pluginIn(path), ...packages);
  if (packages.length > 0) return only(...packages);
  if (names.includes(SKILL)) return only({ kind: "skill", directory: path });
  const { plugins, skills, problems } = listFolder(path);
  const entries = [...plugins.map(pluginIn), ...skills.map((directory): Entry => ({ kind: "skill", directory }))];
  return { entries: entries.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1)), problems };
}

function fileEntry(file: string): Entry {
  if (basename(file) === SKILL) return { kind: "skill", directory: dirname(file) };
  const ecosystem = ecosystemOfFile(basename(file));
  return ecosystem === undefined ? { kind: "plugin", file, problems: [] } : { kind: "package", file, ecosystem };
}

function pluginIn(folder: string): Entry {
  return { kind: "plugin", ...manifestIn(folder) };
}

/** Those that say where their skills are, or have them in the usual folder. */
function packagesIn(folder: string): readonly Entry[] {
  return ECOSYSTEMS.flatMap((ecosystem): Entry[] => {
    const found = readEmbedded(folder, ecosystem);
    if (found === undefined) return [];
    const { file, name, table, problems } = found;
    const isPackage = table !== undefined || problems.length > 0 || (name !== undefined && existsSync(join(folder, "skills")));
    return isPackage ? [{ kind: "package", file, ecosystem }] : [];
  });
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
