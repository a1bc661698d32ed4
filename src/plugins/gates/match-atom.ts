/** Atoms and a workspace's dependencies: whether they match, and which packages gates name. */

import { grouped } from "../../lookup.ts";
import type { Dependency, Ecosystem, Requirement } from "../../packages/ecosystem.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { programSourceNamed } from "../../packages/programs/list.ts";
import type { Workspace } from "../../packages/workspace.ts";
import type { Plugin } from "../plugin.ts";
import { type Atom, type Gate, leavesOf } from "./predicate.ts";

/** `*` matches outside a workspace too; `npm:*` in every workspace with an npm root. */
export function atomHolds(atom: Atom, workspace: Workspace | null): boolean {
  if (atom.ecosystem === undefined) return true;
  if (workspace === null) return false;
  if (isWildcard(atom)) return workspace.roots.some(({ ecosystem }) => ecosystem === atom.ecosystem);
  return namedBy(atom, workspace).some((dependency) => mayBe(atom, dependency));
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
  for (const { ecosystem, name } of gates.flatMap((gate) => concreteAtoms(gate, "negated too"))) {
    const key = `${ecosystem}:${ecosystemOfAtom(ecosystem).foldName(name)}`;
    if (!named.has(key)) named.set(key, { ecosystem, name });
  }
  return [...named.values()];
}

/** Whether it requires a version of a package whose version is unknown, so that a closed gate proves nothing. */
export function hangsOnUnknownVersion(gate: Gate, workspace: Workspace | null): boolean {
  if (workspace === null || workspace.dependencies.every(({ version }) => version !== undefined)) return false;
  const isUnknown = (atom: Atom) => (dependency: Dependency) =>
    dependency.version === undefined && (dependency.requirement === undefined || mayBe(atom, dependency));
  return concreteAtoms(gate, "negated too").some(
    (atom) => atom.requirement !== undefined && namedBy(atom, workspace).some(isUnknown(atom)),
  );
}

/** The workspace's dependencies that the gates ask for, by name and version, each once. */
export function dependenciesMeant(gates: readonly Gate[], workspace: Workspace): readonly Dependency[] {
  const atoms = gates.flatMap((gate) => concreteAtoms(gate, "wanted only"));
  return [...new Set(atoms.flatMap((atom) => namedBy(atom, workspace).filter((dependency) => mayBe(atom, dependency))))];
}

export function hasConcreteAtom(gate: Gate): boolean {
  return concreteAtoms(gate, "wanted only").length > 0;
}

type Concrete = Atom & NamedPackage;

function concreteAtoms({ dependsOn, predicates }: Gate, which: "negated too" | "wanted only"): readonly Concrete[] {
  const asked = leavesOf(predicates, which === "negated too").flatMap((leaf) => (leaf.kind === "depends-on" ? [leaf.atom] : []));
  return [...dependsOn, ...asked].filter((atom): atom is Concrete => atom.ecosystem !== undefined && !isWildcard(atom));
}

/** Each once; an unreadable item names nothing. */
export function namedInPlugin(plugin: Plugin): readonly NamedPackage[] {
  const { hooks, skills, servers, subcommands, chained, installations } = plugin;
  const gates = [plugin, ...hooks, ...skills, ...servers, ...subcommands, ...chained].map(({ gate }) => gate);
  const brought = skills.flatMap(({ source }) => (source.kind === "package" && source.package !== undefined ? [source.package] : []));
  const led = chained.flatMap(({ source }) => (source.kind === "package" ? [source.package] : []));
  const wanted: readonly Gate[] = [{ dependsOn: [...led, ...brought], predicates: [] }];
  const built = installations.flatMap(({ source }): NamedPackage[] => {
    const named = source === undefined ? undefined : programSourceNamed(source.source)?.namedPackage?.(source.wanted);
    return named === undefined ? [] : [named];
  });
  const named = [...namedPackages([...gates, ...wanted]), ...built];
  return [...new Map(named.map((each) => [`${each.ecosystem}:${each.name}`, each])).values()];
}

/** What the prefix of an atom decides: how names are spelled, and what a requirement means. */
export type EcosystemOfAtom = Pick<Ecosystem, "name" | "isName" | "foldName" | "requirementOf" | "ownRequirement">;

/** Every prefix has one: an atom of an ecosystem that this version does not read is valid, but no workspace meets it. */
export function ecosystemOfAtom(word: string): EcosystemOfAtom {
  return ecosystemNamed(word) ?? unread(word);
}

export function isRead(word: string): boolean {
  return ecosystemNamed(word) !== undefined;
}

const ANY_NAME = /^[\w@][\w@./~+-]*$/;

function unread(word: string): EcosystemOfAtom {
  return {
    name: word,
    isName: (text) => ANY_NAME.test(text),
    foldName: (name) => name,
    requirementOf: (comparators) => neverMet(comparators.map(({ operator, version }) => operator + version).join(",")),
    ownRequirement: neverMet,
  };
}

function neverMet(text: string): Requirement {
  return { text, own: text, matches: () => false, limits: () => [] };
}
