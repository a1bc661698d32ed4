/** Which version of a package is meant, and where its source is on this machine. Reads files alone. */

import { UserError } from "../errors.ts";
import { isAtOrBelow, sameFolder } from "../host/bounds.ts";
import { choosePackage } from "../packages/choose-package.ts";
import type { Dependency, Ecosystem, PackageSurroundings, Requirement, WantedPackage } from "../packages/ecosystem.ts";
import { allPrefixes, ecosystemNamed } from "../packages/list.ts";
import { boundsOfWorkspace, type Workspace } from "../packages/workspace.ts";
import { besidePath, isUnread, unreadText } from "../plugins/workspace-around.ts";

/**
 * `member`: part of the workspace. `path`: a folder that the workspace names. `vendored`: inside the workspace. `registry`: where the package
 * manager unpacked it. `fetched`: in Symposium's cache.
 */
export type PackageFrom = "member" | "path" | "git" | "vendored" | "registry" | "fetched";

export interface LocatedPackage {
  readonly kind: "located";
  readonly name: string;
  readonly version?: string;
  readonly folder: string;
  readonly from: PackageFrom;
  readonly isDependency: boolean;
}

/** In a folder beside the workspace, which is not read. */
export interface UnreadPackage {
  readonly kind: "unread";
  readonly name: string;
  readonly path: string;
  /** Completes a sentence about it. */
  readonly why: string;
}

export type MissingPackage = { readonly kind: "missing"; readonly isDependency: boolean } & Omit<WantedPackage, "namedIn">;

interface Wanted extends NamedPackage {
  readonly requirement?: Requirement | undefined;
  /** Skips what was unpacked for other projects, so that the registry decides. */
  readonly isNewest?: boolean | undefined;
}

/** A requirement wins over the workspace, and the workspace over what else is on this machine. */
export function locatePackage(
  wanted: Wanted,
  workspace: Workspace | null,
  where: PackageSurroundings,
): LocatedPackage | UnreadPackage | MissingPackage {
  const { ecosystem, name, requirement } = wanted;
  const { members, known } = packagesNamed(ecosystem, name, workspace);
  const member = requirement === undefined ? members[0] : undefined;
  if (member !== undefined) return { kind: "located", from: "member", isDependency: false, ...member };

  const chosen = choosePackage({ dependencies: known }, ecosystem, { name, requirement: requirement?.own });
  if (chosen.kind === "folder") return located(chosen.dependency, chosen.folder, "path");
  const dependency = chosen.dependency ?? locked(wanted, known) ?? (requirement === undefined ? known[0] : undefined);
  const unpacked = ecosystem.unpackedPackages(name, where);
  if (dependency !== undefined && isUnread(dependency.origin)) {
    const path = besidePath(dependency.origin, workspace!) ?? "";
    return { kind: "unread", name: dependency.name, path, why: unreadText(dependency.origin, path) };
  }
  if (dependency !== undefined) {
    const folder = ecosystem.packageFolder(dependency, where);
    if (folder !== undefined) {
      const version = dependency.version ?? unpacked.find((one) => sameFolder(one.folder, folder))?.version;
      return located({ ...dependency, version }, folder, fromOf(dependency, folder, workspace, where));
    }
    const { version, origin } = dependency;
    if (version !== undefined) return { kind: "missing", isDependency: true, name: dependency.name, version, origin };
  }
  // Without a lock file the manifest's requirement counts.
  const read = ecosystem.ownRequirement(dependency?.requirement ?? ecosystem.anyRequirement);
  const meant = requirement ?? ("problem" in read ? undefined : read);
  const other = wanted.isNewest === true ? undefined : unpacked.find(({ version }) => meant?.matches(version) ?? true);
  const isDependency = known.length > 0;
  if (other !== undefined) return { kind: "located", ...other, isDependency, from: fromPlace(other.folder, where) };
  const origin = "origin" in chosen ? chosen.origin : undefined;
  return { kind: "missing", isDependency, name: chosen.name, requirement: meant?.own ?? chosen.requirement, origin };
}

function located({ name, version }: Dependency, folder: string, from: PackageFrom): LocatedPackage {
  return { kind: "located", name, version, folder, from, isDependency: true };
}

/** The newest of the workspace's versions that meets the requirement. A folder has no version to ask for. */
function locked({ ecosystem, name, requirement }: Wanted, known: readonly Dependency[]): Dependency | undefined {
  if (requirement === undefined) return undefined;
  const dependencies = known.filter(
    ({ version, origin }) => version !== undefined && origin.kind !== "path" && requirement.matches(version),
  );
  const newest = choosePackage({ dependencies }, ecosystem, { name });
  return newest.kind === "version" ? newest.dependency : undefined;
}

function fromOf({ origin }: Dependency, folder: string, workspace: Workspace | null, { cache }: PackageSurroundings): PackageFrom {
  if (origin.kind === "path") return "path";
  if (isAtOrBelow(folder, cache)) return "fetched";
  if (workspace !== null && boundsOfWorkspace(workspace).leadsOut(folder) === undefined) return "vendored";
  return origin.kind;
}

/** Some package managers unpack what Symposium has them fetch, in their own cache. */
export function fromPlace(folder: string, { cache }: Pick<PackageSurroundings, "cache">): PackageFrom {
  return isAtOrBelow(folder, cache) ? "fetched" : "registry";
}

export interface NamedPackage {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** The package that `npm:react`, or a bare name in the workspace's ecosystem, means. Never guesses: two meanings must not fetch the wrong one. */
export function nameOfPackage(typed: string, workspace: Workspace | null): NamedPackage {
  const at = typed.indexOf(":");
  if (at >= 0) {
    const [word, name] = [typed.slice(0, at), typed.slice(at + 1)];
    const ecosystem = ecosystemNamed(word);
    if (ecosystem !== undefined) return { ecosystem, name };
    const hint = `write one of ${spelled(name, allPrefixes())}`;
    throw new UserError("NO-ECOSYSTEM", `${JSON.stringify(word)} is not a known ecosystem`, { hint });
  }
  const here = [...new Set(workspace?.roots.map(({ ecosystem }) => ecosystem))].flatMap((word) => ecosystemNamed(word) ?? []);
  const isHere = (ecosystem: Ecosystem) => Object.values(packagesNamed(ecosystem, typed, workspace)).flat().length > 0;
  const having = here.length === 1 ? here : here.filter((ecosystem) => ecosystem.isName(typed) && isHere(ecosystem));
  const [only] = having;
  if (only !== undefined && having.length === 1) return { ecosystem: only, name: typed };
  throw ambiguous(typed, having, here);
}

/** The workspace's own packages of this name, and its dependencies. */
function packagesNamed({ name: word, foldName }: Ecosystem, typed: string, workspace: Workspace | null) {
  const isSame = ({ name }: { readonly name: string }) => foldName(name) === foldName(typed);
  const roots = workspace?.roots.filter(({ ecosystem }) => ecosystem === word) ?? [];
  const members = roots.flatMap((root) => root.members).filter(isSame);
  return { members, known: roots.flatMap(({ dependencies }) => dependencies).filter(isSame) };
}

function ambiguous(typed: string, having: readonly Ecosystem[], here: readonly Ecosystem[]): UserError {
  const words = (having.length > 0 ? having : here).map(({ name }) => name);
  const why =
    having.length > 0
      ? `is a package of ${words.join(" and ")} here`
      : here.length === 0
        ? "needs an ecosystem outside a project"
        : `is not in this workspace, which uses ${words.join(" and ")}`;
  const hint = `write one of ${spelled(typed, words.length === 0 ? allPrefixes() : words)}`;
  return new UserError("ECOSYSTEM", `${JSON.stringify(typed)} ${why}`, { hint });
}

function spelled(name: string, words: readonly string[]): string {
  return words.map((word) => `${word}:${name}`).join(", ");
}
