/** What names a package: the user, a plugin's `[[plugins]]` entry or skill group, or another package's metadata. */

import { basename, join } from "node:path";

import type { GitAddress } from "../../files/git/address.ts";
import { foldedName, sameName } from "../../files/similar-word.ts";
import { readTextFile } from "../../files/text-file.ts";
import { grouped } from "../../lookup.ts";
import { BARE, type Dependency } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { countsIn, decisionOn, entriesNaming, isDisabledPackage, type PackageName } from "../enablement.ts";
import { dependenciesMeant, packageKey } from "../gates/match-atom.ts";
import type { Atom, Gate } from "../gates/predicate.ts";
import type { Plugin, SkillGroup } from "../plugin.ts";
import type { ReadPlugins, ReadRequest } from "../plugins-read.ts";
import { SKILL } from "../sources/folder.ts";

export interface PackageReference {
  readonly ecosystem: string;
  readonly package: Atom;
  /** Only these of the workspace's dependencies; absent where any of the name may be meant. */
  readonly among?: readonly Dependency[];
  readonly takes: "plugin" | "skills";
  readonly path?: string;
  /** The plugins and packages on the way, outermost first. */
  readonly through: readonly string[];
  readonly visited: readonly string[];
  readonly source?: string;
  readonly file: string;
}

export type Way = Pick<PackageReference, "through" | "visited" | "source" | "file">;

export interface RepositoryReference extends Way {
  readonly address: GitAddress;
}

/** The packages and repositories that an active plugin names. `isOpen` judges the gate of one entry. */
export function leadsOf(plugin: Plugin, way: Way, workspace: Workspace | null, isOpen: (gate: Gate) => boolean) {
  const onwards: Way = { ...way, through: [...way.through, plugin.name] };
  const [chained, skills] = [plugin.chained.filter(({ gate }) => isOpen(gate)), plugin.skills.filter(({ gate }) => isOpen(gate))];
  return {
    packages: [
      ...chained.flatMap(({ source }) => (source.kind === "package" ? referenceTo(source.package, onwards, "plugin") : [])),
      ...skills.flatMap((group) => packagesOfGroup(group, plugin, onwards, workspace)),
    ],
    repositories: chained.flatMap(({ source }): RepositoryReference[] =>
      source.kind === "git" ? [{ ...onwards, address: source.address }] : [],
    ),
  };
}

export function referenceTo(named: Atom, way: Way, takes: PackageReference["takes"]): readonly PackageReference[] {
  return named.ecosystem === undefined ? [] : [{ ...way, ecosystem: named.ecosystem, package: named, takes }];
}

/** The packages of `source = "crate"`: the named one, or those that the gates of plugin and group name and the workspace has. */
function packagesOfGroup({ gate, source }: SkillGroup, plugin: Plugin, way: Way, workspace: Workspace | null): readonly PackageReference[] {
  if (source.kind !== "package") return [];
  const { path } = source;
  if (source.package !== undefined) return referenceTo(source.package, way, "skills").map((one) => ({ ...one, path }));
  const meant = workspace === null ? [] : dependenciesMeant([plugin.gate, gate], workspace);
  return [...grouped(meant, ({ ecosystem, name }) => packageKey(ecosystem, name)).values()].map((among) => {
    const { ecosystem, name } = among[0]!;
    return { ...way, path, ecosystem, package: { ecosystem, name }, among, takes: "skills" };
  });
}

/** The packages that the user enabled here: dependencies by `use` and `auto-enable`, any other package by `use` alone. */
export function enabledPackages(read: ReadPlugins, { config, workspace, places }: ReadRequest): readonly PackageReference[] {
  const here = workspace?.folder ?? null;
  const dependencies = workspace?.dependencies ?? [];
  const entries = [...config.use.map(({ name }) => name), ...config.autoEnable];
  const mentioned = new Set(entries.map(foldedName));
  const isMentioned = (dependency: Dependency) =>
    dependency.origin.named !== undefined || mentioned.has("*") || [...entriesNaming([dependency])].some((one) => mentioned.has(one));
  const enabled = dependencies.filter(
    (dependency) => isMentioned(dependency) && ["used", "auto-enabled"].includes(decisionOn(dependency, config, here)),
  );
  const ofDependencies = entriesNaming(dependencies);
  const others = config.use
    .filter((entry) => countsIn(entry, here) && !ofDependencies.has(foldedName(entry.name)))
    .flatMap(({ name }) => packageNamed(name) ?? [])
    .filter((one) => !isDisabledPackage(one, config) && (one.isExplicit || !isInSources(one.name, read)));
  const way: Way = { through: [], visited: [], file: places.config };
  return [...enabled, ...others].flatMap((one) => referenceTo({ ecosystem: one.ecosystem, name: one.name }, way, "plugin"));
}

/** The package that an entry of `use` names, `cargo:widget` or `widget`; `undefined` where it cannot be one. */
export function packageNamed(entry: string): (PackageName & { readonly isExplicit: boolean }) | undefined {
  const at = entry.indexOf(":");
  const named = { ecosystem: at < 0 ? BARE : entry.slice(0, at), name: entry.slice(at + 1), isExplicit: at >= 0 };
  return ecosystemNamed(named.ecosystem)?.isName(named.name) === true ? named : undefined;
}

/**
 * Whether a bare name means a plugin or skill of the user's sources: then it must not fetch a stranger's package of that name. A repository's own
 * plugin does not count, because its name must not replace a package that the user enabled.
 */
function isInSources(name: string, { plugins, outlined, standalone }: ReadPlugins): boolean {
  return (
    plugins.some(({ plugin, origin }) => origin.kind === "source" && sameName(plugin.name, name)) ||
    outlined.some(({ plugin }) => sameName(plugin.name, name)) ||
    standalone.some(({ directory }) => sameName(basename(directory), name) || isNamedIn(directory, name))
  );
}

function isNamedIn(directory: string, name: string): boolean {
  const read = readTextFile(join(directory, SKILL));
  const own = read.kind === "text" ? /^name:\s*["']?([^"'\r\n]*)/m.exec(read.text)?.[1]?.trim() : undefined;
  return own !== undefined && sameName(own, name);
}
