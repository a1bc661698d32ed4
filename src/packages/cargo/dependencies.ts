/** Direct dependencies of all members: the manifests decide which exist, so that one goes as soon as its line does; the lock file decides the version. */

import { compareVersionTexts } from "../../model/semantic-version.ts";
import type { Dependency, DependencyOrigin } from "../ecosystem.ts";
import { type CargoConfig, vendoredFolder } from "./config.ts";
import { type Locked, lockedOf, type LockedPackage } from "./lock.ts";
import { inherited, membersOf, versionOf } from "./members.ts";
import { vendoredPackage } from "./package-folder.ts";
import type { Declared, PackageManifest } from "./package-manifest.ts";
import { openPackageManifests, type PackageManifests } from "./package-manifests.ts";
import { cargoRequirement } from "./requirement.ts";

/** One entry per package and version, in the order of declaration. Members are not dependencies, even of each other. */
export function dependenciesOf(cargo: CargoFiles): Dependency[] {
  const files: ResolvingFiles = { ...cargo, fetched: new Map() };
  const locked = files.packages === undefined ? undefined : lockedOf(files.packages);
  const members = new Set(files.members.map(({ folder }) => folder));
  const overrides = overridesOf(files);
  const found = new Map<string, Dependency>();
  const seen = new Set<Dependency>();
  for (const member of files.members) {
    const entry = locked?.member(member.package?.name ?? "", versionOf(member, files.root.workspace));
    let listed: ByName | undefined;
    for (const declared of member.declared) {
      const meant = inherited(declared, files.root);
      if (meant.path !== undefined && members.has(meant.path) && !overrides.has(meant.name)) continue;
      // Nearly always there is one package of the name, and the member's list has no more than that.
      const only = entry?.dependencies.includes(meant.name) === true ? locked?.only(meant.name) : undefined;
      const known = only && files.fetched.get(only);
      if (known !== undefined && seen.has(known) && !overrides.has(meant.name)) continue;
      listed ??= locked === undefined ? new Map() : listOf(entry, locked);
      const override = overrides.get(meant.name);
      const chosen = override === undefined ? choose(meant, listed, locked).map((one) => asLocked(one, meant, files)) : [override];
      for (const dependency of chosen.length > 0 ? chosen : [asDeclared(meant, files)]) {
        if (seen.has(dependency)) continue;
        seen.add(dependency);
        const { name, version, requirement, origin } = dependency;
        if (origin.folder !== undefined && members.has(origin.folder)) continue;
        found.set([name, version, requirement, origin.address, origin.folder, origin.beside].join("\n"), dependency);
      }
    }
  }
  return [...found.values()];
}

type ByName = ReadonlyMap<string, readonly LockedPackage[]>;

/** What the lock file gives a member. */
function listOf(entry: LockedPackage | undefined, locked: Locked): ByName {
  const byName = new Map<string, readonly LockedPackage[]>();
  // Loops here and below: a hook call does this for every line of hundreds of manifests.
  for (const written of entry?.dependencies ?? []) {
    for (const one of locked.meant(written)) {
      const others = byName.get(one.name);
      byName.set(one.name, others === undefined ? [one] : [...others, one]);
    }
  }
  return byName;
}

interface ResolvingFiles extends CargoFiles {
  /** Locked packages with a source: each is the same dependency for every member. */
  readonly fetched: Map<LockedPackage, Dependency>;
}

/** From the member's own list; where that does not have it yet, the newest package that matches. */
function choose(declared: Declared, listed: ByName, locked: Locked | undefined): readonly LockedPackage[] {
  const own = listed.get(declared.name) ?? [];
  if (own.length === 1) return own;
  if (own.length > 1) return narrowed(own, declared);
  const elsewhere = (locked?.named(declared.name) ?? []).filter((one) => isOfKind(one, declared) && meets(one, declared));
  return elsewhere.sort((a, b) => compareVersionTexts(b.version, a.version)).slice(0, 1);
}

/** One member can use several versions of a package, under several names. */
function narrowed(own: readonly LockedPackage[], declared: Declared): readonly LockedPackage[] {
  const ofKind = own.filter((one) => isOfKind(one, declared));
  const fit = (ofKind.length > 0 ? ofKind : own).filter((one) => meets(one, declared));
  return fit.length > 0 ? fit : own;
}

function isOfKind({ source }: LockedPackage, { path, git, isOutside }: Declared): boolean {
  if (path !== undefined || isOutside === true) return source === undefined;
  // A patch can replace anything with a folder or a repository.
  return git === undefined || source === undefined || source.startsWith("git+");
}

function meets({ version }: LockedPackage, { requirement }: Declared): boolean {
  if (requirement === undefined) return true;
  const wanted = cargoRequirement(requirement);
  return "problem" in wanted || wanted.matches(version);
}

function asLocked(one: LockedPackage, declared: Declared, files: ResolvingFiles): Dependency {
  const { name, version, source, checksum } = one;
  if (source === undefined) {
    const { path: folder, beside } =
      declared.path === undefined && declared.beside === undefined ? patchOf(name, version, files) : declared;
    return { ecosystem: "cargo", name, version, origin: { kind: "path", folder, beside } };
  }
  const known = files.fetched.get(one);
  if (known !== undefined) return known;
  const vendor = vendoredFolder(files.config, source);
  const folder = vendor && vendoredPackage(vendor, name, version, files.config.bounds);
  const kind = source.startsWith("git+") ? "git" : "registry";
  const made: Dependency = { ecosystem: "cargo", name, version, origin: { kind, address: source, checksum, folder } };
  files.fetched.set(one, made);
  return made;
}

/** Without a lock file: only a package in a folder has a version of its own; for others only the requirement is known. */
function asDeclared({ name, path, git, registry, requirement, isOutside, beside }: Declared, { manifests, root }: CargoFiles): Dependency {
  if (isOutside === true) return { ecosystem: "cargo", name, requirement, origin: { kind: "path", beside } };
  if (path === undefined) {
    const origin: DependencyOrigin = git === undefined ? { kind: "registry", address: registry } : { kind: "git", address: `git+${git}` };
    return { ecosystem: "cargo", name, requirement, origin };
  }
  const manifest = manifests.at(path);
  const version = manifest && versionOf(manifest, manifest.workspace ?? root.workspace);
  return { ecosystem: "cargo", name, version, origin: { kind: "path", folder: path } };
}

interface CargoFiles {
  readonly root: PackageManifest;
  readonly members: readonly PackageManifest[];
  readonly manifests: PackageManifests;
  readonly config: CargoConfig;
  /** Absent without a lock file. */
  readonly packages: readonly LockedPackage[] | undefined;
}

/** The packages in the folders of `paths`, by name: Cargo uses them whatever version is required. The first folder with a name wins. */
function overridesOf({ config, manifests }: CargoFiles): ReadonlyMap<string, Dependency> {
  const overrides = new Map<string, Dependency>();
  for (const { folder, isUsers } of config.paths) {
    const readable = isUsers ? openPackageManifests() : manifests;
    const top = readable.at(folder);
    if (top === undefined) continue;
    for (const manifest of top.package === undefined ? membersOf(top, readable, "").members : [top]) {
      const { name } = manifest.package ?? {};
      if (name === undefined || overrides.has(name)) continue;
      const version = versionOf(manifest, top.workspace);
      overrides.set(name, { ecosystem: "cargo", name, version, origin: { kind: "path", folder: manifest.folder } });
    }
  }
  return overrides;
}

/** Where a patched package is; of several with its name the one with the version. */
function patchOf(name: string, version: string, { root, config, manifests }: CargoFiles): Pick<Declared, "path" | "beside"> {
  const all = [...config.patches, ...root.patches].filter((one) => one.name === name && (one.path ?? one.beside) !== undefined);
  if (all.length < 2) return all[0] ?? {};
  return all.find(({ path }) => path !== undefined && manifests.at(path)?.package?.version === version) ?? all[0]!;
}
