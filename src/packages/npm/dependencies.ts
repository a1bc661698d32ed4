/** Direct dependencies of all members: manifests decide which exist, so that one goes as soon as its line does; the lock file, else what is installed, the version. */

import { resolve } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { leadsOutProblem } from "../../files/text-file.ts";
import { type Bounds, isWrittenOutside } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import type { Dependency, DependencyOrigin } from "../ecosystem.ts";
import { remembered } from "../open-files.ts";
import { type Installed, installedWithin } from "./installed-folder.ts";
import type { Lock, LockedPackage } from "./lock.ts";
import type { Catalogs, Declared, PackageManifest, PackageManifests } from "./package-manifest.ts";
import { pnpAddress } from "./pnp.ts";
import { ownRequirement } from "./requirement.ts";
import { type Specifier, specifierOf } from "./specifier.ts";

interface NpmFiles {
  readonly root: string;
  readonly members: readonly PackageManifest[];
  readonly manifests: PackageManifests;
  readonly catalogs: Catalogs;
  readonly lock: Lock | undefined;
  readonly bounds: Bounds;
  /** Yarn's Plug'n'Play says where packages are. */
  readonly isPnp: boolean;
}

/** One entry per package and version, in the order of declaration. Members are not dependencies, even of each other. */
export function dependenciesOf(files: NpmFiles) {
  const resolving: Resolving = {
    ...files,
    installed: installedWithin(files.bounds),
    folders: new Set(files.members.map(({ folder }) => folder)),
    byName: new Map(files.members.flatMap((member) => (member.name === undefined ? [] : [[member.name, member]]))),
    outside: new Map(),
    requirementOf: remembered(ownRequirement),
  };
  const found = new Map<string, Dependency>();
  for (const member of files.members) {
    const below = files.root.length + (files.root.endsWith("/") ? 0 : 1);
    const place = member.folder === files.root ? "" : member.folder.slice(below).replaceAll("\\", "/");
    for (const declared of member.declared) {
      const one = resolved(member, place, declared, resolving);
      if (one === undefined) continue;
      const { name, version, requirement, origin } = one;
      const folder = origin.kind === "path" ? (origin.folder ?? origin.beside) : "";
      const id = [name, version ?? `? ${requirement}`, origin.kind, folder].join("\n");
      if (!found.has(id)) found.set(id, withFolder(one, member, declared, resolving));
    }
  }
  return { dependencies: [...found.values()], problems: problemsOf(resolving) };
}

interface Resolving extends NpmFiles {
  readonly installed: Installed;
  /** Of the members. */
  readonly folders: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, PackageManifest>;
  /** By manifest: the first name whose path leads out, and where. */
  readonly outside: Map<string, readonly [key: string, target: string]>;
  readonly requirementOf: typeof ownRequirement;
}

/** `undefined` for members, and for optional peers that are not in use. */
function resolved(member: PackageManifest, place: string, declared: Declared, files: Resolving): Dependency | undefined {
  const { key, requirement } = declared;
  const asked = withCatalog(specifierOf(key, requirement), files.catalogs);
  const wanted = asked.kind === "registry" ? asked.requirement : asked.kind === "catalog" ? "*" : undefined;
  // Tags and other texts are met by any version.
  const meets = (version: string) => {
    const meant = wanted === undefined ? undefined : files.requirementOf(wanted);
    return meant === undefined || "problem" in meant || meant.matches(version);
  };
  const locked = files.lock?.find({
    place,
    member: member.name,
    key,
    name: asked.name,
    requirement: asked.kind === "registry" && isCatalog(requirement) ? asked.requirement : requirement,
    meets,
  });
  if (locked !== undefined) return asLocked(locked, member, declared, files);
  if (asked.kind === "member") return undefined;
  const workspace = files.byName.get(asked.name);
  if (asked.kind === "registry" && workspace !== undefined && (workspace.version === undefined || meets(workspace.version)))
    return undefined;
  if (asked.kind === "folder") return inFolder(asked.name, resolve(member.folder, asked.path), member, declared, files);
  return asInstalled(asked, member, declared, files);
}

function isCatalog(requirement: string): boolean {
  return requirement.trim().startsWith("catalog:");
}

function withCatalog(asked: Specifier, catalogs: Catalogs): Specifier {
  if (asked.kind !== "catalog") return asked;
  const requirement = catalogs.get(asked.catalog)?.get(asked.name);
  return requirement === undefined || isCatalog(requirement) ? asked : specifierOf(asked.name, requirement);
}

function asLocked(locked: LockedPackage, member: PackageManifest, declared: Declared, files: Resolving): Dependency | undefined {
  const { name, kind, folder, address, checksum } = locked;
  if (folder !== undefined) return inFolder(name, resolve(files.root, folder), member, declared, files, locked.version);
  const origin: DependencyOrigin = { kind, address, checksum };
  const place = locked.version === undefined ? files.installed.folderOf(member.folder, declared.key) : undefined;
  const version = locked.version ?? (place === undefined ? undefined : files.installed.manifestOf(place)?.version);
  return { ecosystem: "npm", name, version, origin };
}

/** The folder's own manifest has the package's name and version. A folder that leads out is only named, not read. */
function inFolder(
  name: string,
  folder: string,
  { file }: PackageManifest,
  { key }: Declared,
  files: Resolving,
  version?: string,
): Dependency | undefined {
  if (files.folders.has(folder)) return undefined;
  const target = files.bounds.leadsOut(folder);
  if (target !== undefined) {
    const isBeside = isWrittenOutside(folder, files.bounds);
    if (!isBeside && !files.outside.has(file)) files.outside.set(file, [key, target]);
    return { ecosystem: "npm", name, version, origin: { kind: "path", beside: isBeside ? folder : undefined } };
  }
  const own = files.manifests.at(folder);
  return { ecosystem: "npm", name: own?.name ?? name, version: own?.version ?? version, origin: { kind: "path", folder } };
}

/** For a line that no lock file knows: what is installed, else the requirement. */
function asInstalled(
  asked: Exclude<Specifier, { kind: "member" | "folder" }>,
  member: PackageManifest,
  declared: Declared,
  files: Resolving,
): Dependency | undefined {
  const folder = files.installed.folderOf(member.folder, declared.key);
  if (folder === undefined && declared.isOptionalPeer) return undefined;
  if (folder !== undefined && files.folders.has(folder)) return undefined;
  const own = folder === undefined ? undefined : files.installed.manifestOf(folder);
  const origin: DependencyOrigin =
    asked.kind === "archive"
      ? { kind: "path", address: `file:${asked.path}` }
      : asked.kind === "address"
        ? { kind: "git", address: asked.address }
        : { kind: "registry" };
  if (own?.version !== undefined) return { ecosystem: "npm", name: own.name ?? asked.name, version: own.version, origin };
  const isSound = asked.kind === "registry" && !("problem" in files.requirementOf(asked.requirement));
  return { ecosystem: "npm", name: asked.name, requirement: isSound ? asked.requirement : undefined, origin };
}

function withFolder(one: Dependency, member: PackageManifest, { key }: Declared, { installed, root, isPnp }: Resolving): Dependency {
  const { origin } = one;
  if (origin.folder !== undefined) return one;
  const folder = installed.folderOf(member.folder, key);
  if (folder !== undefined) return { ...one, origin: { ...origin, folder } };
  const beside = origin.beside ?? installed.besideOf(member.folder, key);
  if (beside !== undefined) return { ...one, origin: { ...origin, beside } };
  return isPnp && origin.kind === "registry" ? { ...one, origin: { ...origin, address: pnpAddress(root, origin.address) } } : one;
}

function problemsOf({ outside, bounds, installed, root }: Resolving): Problem[] {
  const problems = [...outside]
    .slice(0, MOST_REPORTED)
    .map(([file, [key, target]]) => leadsOutProblem(file, target, bounds, `the path of \`${key}\``));
  const refused = installed.refused();
  if (refused === undefined) return problems;
  const [link, target] = refused;
  return [...problems, leadsOutProblem(entryPath(root, "package.json"), target, bounds, `the installed package ${link}`)];
}

const MOST_REPORTED = 5;
