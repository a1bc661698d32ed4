/** What a path to validate is: a source, a plugin, a skill, a manifest of any name, a package, or a policy. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import type { PolicyLevel } from "../../consent/policy/judge.ts";
import { PROJECT_POLICY } from "../../consent/policy/policy-places.ts";
import { UserError } from "../../errors.ts";
import type { Problem } from "../../files/problem.ts";
import type { Ecosystem } from "../../packages/ecosystem.ts";
import { readEmbedded } from "../../packages/embedded.ts";
import { ecosystemOfFile, ECOSYSTEMS } from "../../packages/list.ts";
import { AGENT_PLUGIN, SKILLS } from "../../plugins/agent-plugin/format.ts";
import { listFolder, SKILL } from "../../plugins/sources/folder.ts";
import {
  agentPluginIn,
  hookManifestIn,
  ignoredBeside,
  MANIFEST,
  manifestIn,
  policyProblem,
  strayManifest,
} from "../../plugins/sources/manifest-files.ts";

export type Entry =
  | { readonly kind: "plugin"; readonly file: string; readonly problems: readonly Problem[] }
  | { readonly kind: "skill"; readonly directory: string }
  | { readonly kind: "package"; readonly file: string; readonly ecosystem: Ecosystem }
  | { readonly kind: "policy"; readonly file: string; readonly level: Extract<PolicyLevel, "system" | "project"> };

interface Entries {
  readonly entries: readonly Entry[];
  readonly problems: readonly Problem[];
}

export function entriesAt(path: string): Entries {
  const only = (...entries: Entry[]): Entries => ({ entries, problems: [] });
  if (!isFolder(path)) return only(fileEntry(path));
  const names = namesIn(path);
  const packages = [...packagesIn(path), ...(names.includes(PROJECT_POLICY) ? [policyAt(join(path, PROJECT_POLICY))] : [])];
  const isPlugin =
    (names.includes(MANIFEST) && policyProblem(join(path, MANIFEST)) === undefined) ||
    strayManifest(path, names)?.isManifest === true ||
    agentPluginIn(path, names) !== undefined ||
    hookManifestIn(path, names) !== undefined;
  if (isPlugin) return only(pluginIn(path), ...packages);
  if (packages.length > 0) return only(...packages);
  if (names.includes(SKILL)) return only({ kind: "skill", directory: path });
  const { plugins, skills, problems } = listFolder(path);
  // Who names a folder with nothing but the skills of such a plugin means the file, though other programs have files of that name.
  const areItsOwn = skills.every((directory) => dirname(directory) === join(path, SKILLS));
  if (names.includes(AGENT_PLUGIN) && plugins.length === 0 && areItsOwn) return only(fileEntry(join(path, AGENT_PLUGIN)));
  const entries = [...plugins.map(pluginIn), ...skills.map((directory): Entry => ({ kind: "skill", directory }))];
  return { entries: entries.sort((left, right) => (placeOf(left) < placeOf(right) ? -1 : 1)), problems };
}

function fileEntry(file: string): Entry {
  if (basename(file) === SKILL) return { kind: "skill", directory: dirname(file) };
  if (POLICIES.includes(basename(file))) return policyAt(file);
  const ecosystem = ecosystemOfFile(basename(file));
  return ecosystem === undefined ? { kind: "plugin", file, problems: [] } : { kind: "package", file, ecosystem };
}

const POLICIES: readonly string[] = [PROJECT_POLICY, "policy.toml"];

function policyAt(file: string): Entry {
  return { kind: "policy", file, level: basename(file) === PROJECT_POLICY ? "project" : "system" };
}

function pluginIn(folder: string): Entry {
  const { file, problems } = manifestIn(folder);
  const ignored = ignoredBeside(file);
  return { kind: "plugin", file, problems: ignored === undefined ? problems : [...problems, ignored] };
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
    const hint = "name a source, a plugin, a skill, a manifest, a package or a policy";
    throw new UserError("NOT-FOUND", `${path} does not exist`, { hint });
  }
}
