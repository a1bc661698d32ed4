/** The packages that gates name. */

import type { Dependency } from "../ecosystems/ecosystem.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { ecosystemOfAtom } from "./ecosystem-of-atom.ts";
import { isWildcard, mayBe, namedBy } from "./match-atom.ts";
import { type Atom, type Gate, leavesOf } from "./predicate.ts";

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

/** Whether it requires a package by name, so that a match is possible. */
export function hasConcreteAtom(gate: Gate): boolean {
  return concreteAtoms(gate, "wanted only").length > 0;
}

type Concrete = Atom & NamedPackage;

function concreteAtoms({ dependsOn, predicates }: Gate, which: "negated too" | "wanted only"): readonly Concrete[] {
  const asked = leavesOf(predicates, which === "negated too").flatMap((leaf) => (leaf.kind === "depends-on" ? [leaf.atom] : []));
  return [...dependsOn, ...asked].filter((atom): atom is Concrete => atom.ecosystem !== undefined && !isWildcard(atom));
}
