/** Atoms and a workspace's dependencies: whether they match, and which packages gates name. */

import { grouped } from "../../lookup.ts";
import type { Dependency, Ecosystem, Requirement } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { programSourceNamed } from "../../packages/programs/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { innerGates, type Plugin } from "../plugin.ts";
import { type Atom, type Gate, leavesOf } from "./predicate.ts";

/** `*` matches outside a workspace too; `npm:*` in every workspace with an npm root. */
export function atomHolds(atom: Atom, workspace: Workspace | null): boolean {
  if (atom.ecosystem === undefined) return true;
  if (workspace === null) return false;
  if (isWildcard(atom)) return workspace.roots.some(({ ecosystem }) => ecosystem === atom.ecosystem);
  return namedBy(atom, workspace).some((dependency) => mayBe(atom, dependency));
}

/** Any of the packages is enough; a gate that names none is for every place. */
export function packagesHold({ dependsOn }: Gate, workspace: Workspace | null): boolean {
  return dependsOn.length === 0 || dependsOn.some((atom) => atomHolds(atom, workspace));
}

/** Without a known version the manifest's requirement is used: a version that meets both must be possible. */
export function mayBe({ requirement }: Atom, { ecosystem, version, requirement: asked }: Dependency): boolean {
  if (requirement === undefined) return true;
  if (version !== undefined) return requirement.matches(version);
  const wanted = asked === undefined ? undefined : ecosystemOfAtom(ecosystem).ownRequirement(asked);
  if (wanted === undefined || "problem" in wanted) return false;
  return [...requirement.limits(), ...wanted.limits()].some((limit) => requirement.matches(limit) && wanted.matches(limit));
}

/** The dependencies of the atom's name, whatever their version; spellings that the ecosystem folds are one name. */
export function namedBy({ ecosystem, name }: Atom, workspace: Workspace): readonly Dependency[] {
  return ecosystem === undefined ? [] : (byName(workspace).get(packageKey(ecosystem, name)) ?? []);
}

/** `key` is a result of `packageKey`. */
export function hasPackage(key: string, workspace: Workspace): boolean {
  return byName(workspace).has(key);
}

const known = new WeakMap<Workspace, ReadonlyMap<string, readonly Dependency[]>>();

/** Hundreds of atoms are looked up in hundreds of dependencies. */
function byName(workspace: Workspace): ReadonlyMap<string, readonly Dependency[]> {
  const present = known.get(workspace);
  if (present !== undefined) return present;
  const made = grouped(workspace.dependencies, ({ ecosystem, name }) => packageKey(ecosystem, name));
  known.set(workspace, made);
  return made;
}

/** One for all spellings of a name. */
export function packageKey(ecosystem: string, name: string): string {
  return `${ecosystem}:${ecosystemOfAtom(ecosystem).foldName(name)}`;
}

export function isWildcard({ name }: Atom): boolean {
  return name === "*";
}

export interface NamedPackage {
  readonly ecosystem: string;
  readonly name: string;
}

/** Every package that a gate names, once, including negated ones. Wildcards, commands and custom predicates name none. */
export function namedPackages(gates: readonly Gate[]): readonly NamedPackage[] {
  const named = new Map<string, NamedPackage>();
  for (const { ecosystem, name } of gates.flatMap((gate) => concreteAtoms(gate))) {
    const key = packageKey(ecosystem, name);
    if (!named.has(key)) named.set(key, { ecosystem, name });
  }
  return [...named.values()];
}

/** Whether it requires a version of a package whose version is unknown, so that a closed gate proves nothing. */
export function hangsOnUnknownVersion(gate: Gate, workspace: Workspace | null): boolean {
  if (workspace === null || workspace.dependencies.every(({ version }) => version !== undefined)) return false;
  const isUnknown = (atom: Atom) => (dependency: Dependency) =>
    dependency.version === undefined && (dependency.requirement === undefined || mayBe(atom, dependency));
  return concreteAtoms(gate).some((atom) => atom.requirement !== undefined && namedBy(atom, workspace).some(isUnknown(atom)));
}

/** The workspace's dependencies that the gates ask for, by name and version, each once. */
export function dependenciesMeant(gates: readonly Gate[], workspace: Workspace): readonly Dependency[] {
  const atoms = gates.flatMap((gate) => concreteAtoms(gate, false));
  return [...new Set(atoms.flatMap((atom) => namedBy(atom, workspace).filter((dependency) => mayBe(atom, dependency))))];
}

export function hasConcreteAtom(gate: Gate): boolean {
  return concreteAtoms(gate, false).length > 0;
}

function concreteAtoms({ dependsOn, predicates }: Gate, alsoNegated = true): readonly (Atom & NamedPackage)[] {
  const asked = leavesOf(predicates, alsoNegated).flatMap((leaf) => (leaf.kind === "depends-on" ? [leaf.atom] : []));
  return [...dependsOn, ...asked].filter((atom): atom is Atom & NamedPackage => atom.ecosystem !== undefined && !isWildcard(atom));
}

export function namedInPlugin(plugin: Plugin): readonly NamedPackage[] {
  const { skills, chained, installations } = plugin;
  const wanted = [...chained, ...skills].flatMap(({ source }) => (source.kind === "package" ? (source.package ?? []) : []));
  const built = installations.flatMap(({ source }) => (source && programSourceNamed(source.source)?.namedPackage?.(source.wanted)) ?? []);
  const named = [...namedPackages([plugin.gate, ...innerGates(plugin), { dependsOn: wanted, predicates: [] }]), ...built];
  return [...new Map(named.map((each) => [`${each.ecosystem}:${each.name}`, each])).values()];
}

/** What the prefix of an atom decides: how names are spelled, and what a requirement means. */
export type EcosystemOfAtom = Pick<Ecosystem, "name" | "isName" | "foldName" | "requirementOf" | "ownRequirement">;

/** Every prefix has one: an atom of an ecosystem that this version does not read is valid, but no workspace meets it. */
export function ecosystemOfAtom(word: string): EcosystemOfAtom {
  return (
    ecosystemNamed(word) ?? {
      name: word,
      isName: (text) => /^[\w@][\w@./~+-]*$/.test(text),
      foldName: (name) => name,
      requirementOf: (comparators) => neverMet(comparators.map(({ operator, version }) => operator + version).join(",")),
      ownRequirement: neverMet,
    }
  );
}

export function isRead(word: string): boolean {
  return ecosystemNamed(word) !== undefined;
}

function neverMet(text: string): Requirement {
  return { text, own: text, matches: () => false, limits: () => [] };
}
