/** Where the package that a lead names is on this machine, and in which version. Nothing is fetched. */

import { choosePackage } from "../../packages/choose-package.ts";
import type { Dependency, DependencyOrigin, Ecosystem, PackageSurroundings, WantedPackage } from "../../packages/ecosystem.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { mayBe, namedBy, packageKey } from "../gates/match-atom.ts";
import { type Atom, printAtom } from "../gates/predicate.ts";
import { isUnread } from "../workspace-around.ts";
import type { PackageReference } from "./package-references.ts";

export interface FoundPackage {
  readonly kind: "found";
  readonly name: string;
  readonly title?: string;
  readonly version?: string;
  readonly folder: string;
}

type Finding =
  | FoundPackage
  | (Omit<WantedPackage, "namedIn"> & { readonly kind: "missing"; readonly ecosystem: string })
  | { readonly kind: "member" }
  | { readonly kind: "beside"; readonly name: string; readonly origin: DependencyOrigin }
  | { readonly kind: "mismatch"; readonly message: string };

/** The workspace's own version counts, where it has one; otherwise the newest on this machine that is asked for. */
export function findPackage(
  { package: atom, among }: Pick<PackageReference, "package" | "among">,
  ecosystem: Ecosystem,
  workspace: Workspace | null,
  where: PackageSurroundings,
): Finding {
  if (workspace !== null && membersOf(workspace).has(packageKey(ecosystem.name, atom.name))) return { kind: "member" };
  const known = among ?? (workspace === null ? [] : namedBy(atom, workspace));
  if (known.length === 0) return findUnpacked(atom, ecosystem, where);
  const dependencies = known.filter((dependency) => mayBe(atom, dependency));
  if (dependencies.length === 0) return { kind: "mismatch", message: mismatch(atom, known) };
  const chosen = choosePackage({ dependencies }, ecosystem, { name: atom.name });
  const dependency = chosen.dependency ?? dependencies[0]!;
  if (isUnread(dependency.origin)) return { kind: "beside", name: dependency.name, origin: dependency.origin };
  const folder = ecosystem.packageFolder(dependency, where);
  const { name, version } = dependency;
  if (folder !== undefined) return { kind: "found", name, folder, version };
  return version === undefined ? findRequired(dependency, ecosystem, where) : missingDependency(dependency);
}

const members = new WeakMap<Workspace, ReadonlySet<string>>();

/** Many packages are looked up among hundreds of members. */
function membersOf(workspace: Workspace): ReadonlySet<string> {
  const known = members.get(workspace);
  if (known !== undefined) return known;
  const made = new Set(workspace.roots.flatMap(({ ecosystem, members }) => members.map(({ name }) => packageKey(ecosystem, name))));
  members.set(workspace, made);
  return made;
}

function missingDependency({ ecosystem, name, version, requirement, origin }: Dependency): Finding {
  return { kind: "missing", ecosystem, name, version, requirement: version === undefined ? requirement : undefined, origin };
}

/** Without a lock file the manifest's requirement is used as the version (PL-32). */
function findRequired(dependency: Dependency, ecosystem: Ecosystem, where: PackageSurroundings): Finding {
  const { name, requirement: asked } = dependency;
  const requirement = asked === undefined ? undefined : ecosystem.ownRequirement(asked);
  if (dependency.origin.kind !== "registry" || (requirement !== undefined && "problem" in requirement))
    return missingDependency(dependency);
  return findUnpacked({ ecosystem: ecosystem.name, name, requirement }, ecosystem, where);
}

function findUnpacked({ name, requirement }: Atom, ecosystem: Ecosystem, where: PackageSurroundings): Finding {
  const versions = ecosystem.unpackedPackages(name, where);
  const newest = versions.find(({ version }) => requirement === undefined || requirement.matches(version));
  if (newest !== undefined) return { kind: "found", name: newest.name, version: newest.version, folder: newest.folder };
  return { kind: "missing", ecosystem: ecosystem.name, name, requirement: requirement === undefined ? undefined : requirement.own };
}

function mismatch(atom: Atom, known: readonly Dependency[]): string {
  const versions = known.flatMap(({ version, requirement }) => version ?? (requirement === undefined ? [] : [`"${requirement}"`]));
  return `needs ${printAtom(atom)}, but the workspace has ${known[0]?.name ?? atom.name} ${versions.join(" and ")}`;
}
