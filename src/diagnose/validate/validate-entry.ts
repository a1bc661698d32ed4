/** One entry of what is validated: everything that local files say about it. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { forbiddenAt } from "../../consent/policy/forbidden-at.ts";
import { readPolicy } from "../../consent/policy/read-policies.ts";
import type { Context } from "../../context.ts";
import type { Problem } from "../../files/problem.ts";
import { readTextFile } from "../../files/text-file.ts";
import { readToml, type Toml } from "../../files/toml.ts";
import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { isFolder, pathExists, realPath } from "../../host/paths.ts";
import { ALL_MARKERS } from "../../packages/markers.ts";
import { NAMESPACE } from "../../plugins/agent-plugin/format.ts";
import { chainedFolders } from "../../plugins/chained-folders.ts";
import { namedInPlugin, type NamedPackage, namedPackages } from "../../plugins/gates/match-atom.ts";
import type { Validated } from "../../plugins/manifest/report.ts";
import { validateManifest, validateTable } from "../../plugins/manifest/validate.ts";
import { readPackageMetadata } from "../../plugins/packages/embedded-metadata.ts";
import type { Plugin } from "../../plugins/plugin.ts";
import { findSkills } from "../../plugins/skills/find-skills.ts";
import { readSkill } from "../../plugins/skills/read-skill.ts";
import { refusedSkill, snapshotOf } from "../../plugins/skills/skill-files.ts";
import type { Skill } from "../../plugins/skills/skill.ts";
import { SKILL } from "../../plugins/sources/folder.ts";
import { isAgentPluginName, isHookManifestName, MANIFEST, manifestIn } from "../../plugins/sources/manifest-files.ts";
import { manifestTroubles } from "./check-hooks.ts";
import { pluginTroubles } from "./check-plugin.ts";
import { agentPluginTroubles } from "./check-servers.ts";
import type { Entry } from "./validate-path.ts";

export interface CheckedEntry {
  readonly kind: Entry["kind"];
  readonly name: string;
  readonly file: string;
  readonly findings: readonly Problem[];
  readonly named: readonly NamedPackage[];
  readonly children: readonly CheckedEntry[];
}

type System = Pick<Context, "os" | "env">;

/** `ownName` of a folder is what a plugin there is called that has no name itself. */
export function checkEntry(entry: Entry, system: System, ownName: (folder: string) => string = basename): CheckedEntry {
  if (entry.kind === "skill") return checkSkill(entry.directory, "needs a gate");
  if (entry.kind === "policy") return checkPolicy(entry);
  const read = readTextFile(entry.file);
  const base = { kind: entry.kind, name: basename(dirname(entry.file)), file: entry.file, named: [], children: [] };
  if (read.kind !== "text") return { ...base, findings: [read.kind === "bad" ? read.problem : missing(entry.file)] };
  return entry.kind === "plugin" ? checkPlugin(entry, read.text, system, ownName) : checkPackage(entry, read.text, system);
}

function checkPlugin(
  { file, problems }: Extract<Entry, { kind: "plugin" }>,
  text: string,
  system: System,
  ownName: (folder: string) => string,
): CheckedEntry {
  const folder = dirname(file);
  // A workspace's own plugin needs neither a name nor a gate: it is called by its package or folder and applies there.
  const isPackaged = isAgentPluginName(file);
  const isAtTop = [".git", ...ALL_MARKERS].some((marker) => existsSync(join(folder, marker)));
  const isOwn = isAtTop && (basename(file) === MANIFEST || isPackaged);
  const defaultName = isOwn || (isAtTop && isHookManifestName(file)) ? ownName(folder) : undefined;
  const toml = readToml(text);
  const where = surroundings(file, system);
  const validated = validateManifest(file, text, where, defaultName);
  const inactivity = isPackaged ? inactivePackage(file) : inactive(file, "nothing says where this plugin applies", GATE);
  const { plugin, findings, ...rest } = checkValidated(file, validated, toml, system);
  return {
    kind: "plugin",
    name: plugin?.name ?? basename(folder),
    ...rest,
    findings: [...problems.map(strictly), ...findings, ...(validated.isDormant === true && !isOwn ? [inactivity] : [])],
  };
}

const GATE = 'add crates = ["…"], or crates = ["*"] for every project';

/** By itself: whether a higher level forbids more is known only where it applies. */
function checkPolicy({ file, level }: Extract<Entry, { kind: "policy" }>): CheckedEntry {
  const read = readPolicy(file, readTextFile(file));
  const refused = read.kind === "read" ? forbiddenAt([{ level, file, rules: read.rules }]).problems : [];
  const findings = read.kind === "missing" ? [missing(file)] : read.problems;
  return { kind: "policy", name: basename(file), file, findings: [...findings, ...refused].map(strictly), named: [], children: [] };
}

/** What comes with a package applies where the package is, so it needs no gate. */
function checkPackage({ file, ecosystem }: Extract<Entry, { kind: "package" }>, text: string, system: System): CheckedEntry {
  const { name = basename(dirname(file)), metadata, problems } = readPackageMetadata(ecosystem.embedded(file, text));
  const directory = dirname(file);
  const base = { kind: "package" as const, name, file };
  if (metadata.kind === "manifest") {
    const validated = validateTable(file, metadata.toml, surroundings(file, system), name);
    const { findings, named, children } = checkValidated(file, validated, metadata.toml, system);
    return { ...base, named, children, findings: [...problems, ...findings] };
  }
  const entries = metadata.kind === "skills" ? metadata.skills : [{ kind: "path" as const, path: "skills" }];
  const groups = entries.flatMap((entry) => (entry.kind === "path" ? [checkFolder(file, join(directory, entry.path))] : []));
  const others = entries.flatMap((entry) => (entry.kind === "package" ? [{ dependsOn: [entry.package], predicates: [] }] : []));
  return {
    ...base,
    findings: [...problems, ...groups.flatMap(({ findings }) => findings)].map(strictly),
    named: namedPackages(others),
    children: groups.flatMap(({ children }) => children),
  };
}

function checkValidated(file: string, { plugin, problems }: Validated, toml: Toml, system: System) {
  const written = plugin === undefined || !toml.ok ? [] : pluginTroubles(plugin, toml, system, surroundings(file, system));
  const packaged = plugin?.agentPlugin === undefined ? [] : agentPluginTroubles(plugin, system);
  const troubles = [...written, ...packaged, ...(plugin === undefined ? [] : manifestTroubles(plugin, system))];
  const groups = plugin === undefined ? [] : plugin.skills.flatMap((group) => checkGroup(file, group, plugin));
  const chained = plugin === undefined ? NONE : chainedFolders(plugin, (folder) => checkPart(folder, system));
  const lost = chained.problems.map((problem): Problem => ({ ...problem, severity: "error" }));
  return {
    plugin,
    file,
    findings: [...problems, ...troubles, ...groups.flatMap(({ findings }) => findings), ...lost].map(strictly),
    named: plugin === undefined ? [] : namedInPlugin(plugin),
    children: [...groups.flatMap(({ children }) => children), ...chained.found.map(({ reading }) => reading.entry)],
  };
}

const NONE = { found: [], problems: [] };

/** A plugin in a folder of another takes its name from the folder, and needs no gate. What it chains to in turn is checked by the one that is in no other. */
function checkPart(folder: string, system: System): { readonly plugin?: Plugin | undefined; readonly entry: CheckedEntry } {
  const { file } = manifestIn(folder);
  const base = { kind: "plugin" as const, name: basename(folder), file, named: [], children: [] };
  const read = readTextFile(file);
  if (read.kind !== "text") return { entry: { ...base, findings: [read.kind === "bad" ? read.problem : missing(file)] } };
  const validated = validateManifest(file, read.text, surroundings(file, system), basename(folder));
  const { plugin } = validated;
  const own = plugin && { ...plugin, chained: plugin.chained.filter(({ source }) => source.kind !== "path") };
  const { findings, named, children } = checkValidated(file, { ...validated, plugin: own }, readToml(read.text), system);
  return { plugin, entry: { ...base, name: plugin?.name ?? base.name, findings, named, children } };
}

/** Groups from elsewhere are checked when they are fetched. */
function checkGroup(file: string, { source }: Plugin["skills"][number], { directory }: Plugin) {
  if (source.kind !== "path") return [];
  const bounds = source.isFlat === true ? boundsOf(directory) : undefined;
  const isThere = bounds === undefined ? isFolder(source.path) : pathExists(source.path);
  return isThere ? [checkFolder(file, source.path, bounds)] : [];
}

/** `bounds`: those of an Agent Plugin's folder; absent for any other plugin. */
function checkFolder(file: string, folder: string, bounds?: Bounds) {
  const { directories, names, isMissing, problems: found, refused } = findSkills(folder, bounds, bounds !== undefined);
  const problems = [...found, ...refused];
  // `checkGroup` has found something in the place of an Agent Plugin's folder, so it can only be a dangling link.
  const gone: Problem =
    bounds === undefined
      ? { severity: "error", file, message: `there is no folder ${folder}`, hint: "create it, or name another" }
      : { severity: "error", file: folder, message: "is a dangling link, so no skill of this plugin is used" };
  const nothing: Problem = isMissing
    ? gone
    : { severity: "warning", file, message: `there is no ${SKILL} in ${folder}`, hint: `each skill is a folder with a ${SKILL}` };
  return {
    findings: [...problems, ...(directories.length === 0 && problems.length === 0 ? [nothing] : [])],
    children: directories.map((directory) => checkSkill(directory, "needs no gate", names.get(directory), bounds)),
  };
}

/** `folder`: the name of the skill's folder in an Agent Plugin. */
function checkSkill(directory: string, gating: "needs a gate" | "needs no gate", folder?: string, bounds?: Bounds): CheckedEntry {
  const { skill, isGated, problems: wrong } = readSkill(directory, { isOwn: false, folder });
  const file = join(directory, SKILL);
  const problems = skill === undefined ? wrong : [...wrong, ...uncopied(skill, bounds)];
  const hint = "add crates: and the packages it is for, or * for every project";
  const inactivity = inactive(file, "missing `crates`: nothing says where this skill applies", hint);
  const isInactive = skill !== undefined && !isGated && gating === "needs a gate";
  return {
    kind: "skill",
    name: skill?.name ?? basename(directory),
    file,
    findings: isInactive ? [...problems, inactivity] : problems,
    named: skill === undefined ? [] : namedPackages([skill.gate]),
    children: [],
  };
}

function uncopied({ name, directory }: Pick<Skill, "name" | "directory">, bounds: Bounds | undefined): readonly Problem[] {
  const snapshot = snapshotOf({ directory: realPath(directory), packageRoot: bounds && realPath(bounds.top) });
  return snapshot.ok ? [] : [refusedSkill(name, snapshot.at, snapshot.why)];
}

function missing(file: string): Problem {
  return { severity: "error", file, message: "does not exist" };
}

function inactive(file: string, why: string, hint: string): Problem {
  return { severity: "error", file, position: { line: 1, column: 1 }, message: `${why}, so it stays inactive`, hint };
}

/** The format knows no gates, and a plugin without one is as its author wants it (PL-6). */
function inactivePackage(file: string): Problem {
  const message = "nothing says where this plugin applies, so in a source it stays inactive until `use`";
  const hint = `add "depends-on" under extensions["${NAMESPACE}"]`;
  return { severity: "warning", file, position: { line: 1, column: 1 }, message, hint };
}

/** Loading only warns of some mistakes; a published plugin may not have them (PL-5). */
function strictly({ failsValidation, ...problem }: Problem): Problem {
  return failsValidation === undefined ? problem : { ...problem, severity: "error" };
}

function surroundings(file: string, { os }: System) {
  return { directory: dirname(file), os, isFile };
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
