/** Matches atoms against a workspace's dependencies. */

import { grouped } from "../canonical/grouped.ts";
import type { Dependency } from "../ecosystems/ecosystem.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { ecosystemOfAtom } from "./ecosystem-of-atom.ts";
import type { Atom } from "./predicate.ts";

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
