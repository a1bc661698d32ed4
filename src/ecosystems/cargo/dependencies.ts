/**
 * The direct dependencies of a workspace's members: what the manifests declare, in the versions that the lock file gives each member. The
 * manifests decide which exist, so that a dependency goes as soon as its line does; the lock file decides the version.
 */

import { grouped } from "../../canonical/grouped.ts";
import { newestFirst } from "../../canonical/semantic-version.ts";
import type { Dependency } from "../ecosystem.ts";
import { vendoredFolder } from "./cargo-config.ts";
import type { CargoFiles } from "./cargo-files.ts";
import { versionOf } from "./find-root.ts";
import type { LockedPackage } from "./lock.ts";
import { type Locked, lockedOf } from "./locked.ts";
import type { Declared, Manifest } from "./manifest.ts";
import { inherited } from "./members.ts";
import { overridesOf, patchFolder } from "./overrides.ts";
import { cargoRequirement } from "./requirement.ts";
import { vendoredPackage } from "./vendored-package.ts";

/** One entry per package and version, in the order of declaration. Members are not dependencies, even of each other. */
export function dependenciesOf(cargo: CargoFiles): Dependency[] {
  const files: ResolvingFiles = { ...cargo, vendored: vendoredIn(cargo) };
  const locked = files.packages === undefined ? undefined : lockedOf(files.packages);
  const members = new Set(files.members.map(({ folder }) => folder));
  const overrides = overridesOf(files);
  const found = new Map<string, Dependency>();
  for (const member of files.members) {
    let listed: ByName | undefined;
    for (const declared of member.declared) {
      const meant = inherited(declared, files.root);
      if (meant.path !== undefined && members.has(meant.path) && !overrides.has(meant.name)) continue;
      listed ??= locked === undefined ? new Map() : listOf(member, locked, files);
      for (const dependency of overrides.get(meant.name) ?? resolved(meant, listed, locked, files)) {
        const { name, version, requirement, origin } = dependency;
        if (origin.folder !== undefined && members.has(origin.folder)) continue;
        found.set([name, version, requirement, origin.address, origin.folder].join("\n"), dependency);
      }
    }
  }
  return [...found.values()];
}

type ByName = ReadonlyMap<string, readonly LockedPackage[]>;

/** What the lock file gives a member. */
function listOf(member: Manifest, locked: Locked, { root }: CargoFiles): ByName {
  const entry = locked.member(member.package?.name ?? "", versionOf(member, root.workspace));
  return grouped(entry?.dependencies.flatMap((written) => locked.meant(written)) ?? [], ({ name }) => name);
}

interface ResolvingFiles extends CargoFiles {
  /** The folder of a vendored package. */
  readonly vendored: (one: LockedPackage & { readonly source: string }) => string | undefined;
}

/** Many members depend on the same packages, and finding one means reading its manifest. */
function vendoredIn({ config }: CargoFiles): ResolvingFiles["vendored"] {
  const found = new Map<string, string | undefined>();
  return ({ source, name, version }) => {
    const key = [source, name, version].join("\n");
    if (!found.has(key)) {
      const vendor = vendoredFolder(config, source);
      found.set(key, vendor && vendoredPackage(vendor, name, version, config.bounds));
    }
    return found.get(key);
  };
}

function resolved(declared: Declared, listed: ByName, locked: Locked | undefined, files: ResolvingFiles): Dependency[] {
  const chosen = choose(declared, listed, locked);
  return chosen.length > 0 ? chosen.map((one) => asLocked(one, declared, files)) : [asDeclared(declared, files)];
}

/** From the member's own list; where that does not have it yet, the newest package that matches. */
function choose(declared: Declared, listed: ByName, locked: Locked | undefined): readonly LockedPackage[] {
  const own = listed.get(declared.name) ?? [];
  if (own.length === 1) return own;
  if (own.length > 1) return narrowed(own, declared);
  const elsewhere = (locked?.named(declared.name) ?? []).filter((one) => isOfKind(one, declared) && meets(one, declared));
  return elsewhere.sort((a, b) => newestFirst(a.version, b.version)).slice(0, 1);
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
    const folder = declared.path ?? patchFolder(name, version, files);
    return { ecosystem: "cargo", name, version, origin: { kind: "path", ...(folder === undefined ? {} : { folder }) } };
  }
  const folder = files.vendored({ ...one, source });
  const kind = source.startsWith("git+") ? "git" : "registry";
  const place = { address: source, ...(checksum === undefined ? {} : { checksum }), ...(folder === undefined ? {} : { folder }) };
  return { ecosystem: "cargo", name, version, origin: { kind, ...place } };
}

/** Without a lock file: only a package in a folder has a version of its own; for others only the requirement is known. */
function asDeclared({ name, path, git, requirement, isOutside }: Declared, { manifests, root }: CargoFiles): Dependency {
  const wanted = requirement === undefined ? {} : { requirement };
  if (isOutside === true) return { ecosystem: "cargo", name, ...wanted, origin: { kind: "path" } };
  if (path === undefined)
    return {
      ecosystem: "cargo",
      name,
      ...wanted,
      origin: git === undefined ? { kind: "registry" } : { kind: "git", address: `git+${git}` },
    };
  const manifest = manifests.at(path);
  const version = manifest && versionOf(manifest, manifest.workspace ?? root.workspace);
  return { ecosystem: "cargo", name, ...(version === undefined ? {} : { version }), origin: { kind: "path", folder: path } };
}
