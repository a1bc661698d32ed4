/** The direct dependencies of a root's members: those that the manifests declare now, in the versions that the lock file has. */

import { resolve } from "node:path";

import { isFolder } from "../../host/paths.ts";
import type { Dependency, DependencyOrigin } from "../ecosystem.ts";
import { type Declared, isBeside } from "./declared.ts";
import type { InstalledPackages } from "./installed.ts";
import type { LockedPackage } from "./lock.ts";
import { evaluateMarker, type MarkerEnvironment } from "./marker.ts";
import type { ProjectFiles } from "./project-files.ts";
import type { Sources } from "./pyproject.ts";
import { ownRequirement } from "./requirement.ts";

export interface Declaration {
  readonly file: string;
  readonly declared: readonly Declared[];
  /** For each name the first table that has it wins. */
  readonly sources: readonly Sources[];
  /** The packages of the lock file with a folded name; absent without one. */
  readonly locked: ((name: string) => readonly LockedPackage[]) | undefined;
}

interface Resolving {
  /** The lock files are here. */
  readonly folder: string;
  /** The folded names and the folders of the members. */
  readonly members: { readonly names: ReadonlySet<string>; readonly folders: ReadonlySet<string> };
  readonly environment: MarkerEnvironment;
  readonly installed: InstalledPackages;
  readonly files: ProjectFiles;
}

/** One entry per package and version, in the order of declaration. Members are not dependencies, even of each other. */
export function dependenciesOf(declarations: readonly Declaration[], resolving: Resolving): Dependency[] {
  const found = new Map<string, Dependency>();
  for (const declaration of declarations) {
    for (const declared of declaration.declared) {
      if (resolving.members.names.has(declared.name) || isElsewhere(declared, resolving)) continue;
      for (const one of resolved(declared, declaration, resolving)) {
        const { name, version, requirement, origin } = one;
        if (origin.folder !== undefined && resolving.members.folders.has(origin.folder)) continue;
        found.set([name, version, requirement, origin.address, origin.folder, origin.beside].join("\n"), one);
      }
    }
  }
  const all = [...found.values()];
  // A package without a version, from one file, is the same as one with a version from another.
  const versioned = new Set(all.flatMap(({ name, version }) => (version === undefined ? [] : [name])));
  return all.filter(({ name, version }) => version !== undefined || !versioned.has(name));
}

/** Whether it is for other environments than this one. */
function isElsewhere({ marker }: { readonly marker?: string | undefined }, { environment }: Resolving): boolean {
  return marker !== undefined && evaluateMarker(marker, environment) === false;
}

function resolved(declared: Declared, { file, sources, locked: lockedAs }: Declaration, resolving: Resolving): Dependency[] {
  const placed = withSource(declared, sources, resolving);
  const locked = placed.version === undefined ? choose(placed, lockedAs?.(declared.name) ?? [], resolving) : [];
  return locked.length > 0 ? locked.map((one) => asLocked(one, placed, file, resolving)) : [asDeclared(placed, file, resolving)];
}

function withSource(declared: Declared, all: readonly Sources[], resolving: Resolving): Declared {
  if (declared.path !== undefined || declared.address !== undefined) return declared;
  const sources = all.find((one) => one.has(declared.name))?.get(declared.name) ?? [];
  const source = sources.find((one) => !isElsewhere(one, resolving));
  return source === undefined ? declared : { ...declared, ...source, marker: declared.marker };
}

/** Of several versions those for this environment that the requirement allows. */
function choose({ requirement }: Declared, all: readonly LockedPackage[], resolving: Resolving): readonly LockedPackage[] {
  const here = all.length < 2 ? all : all.filter((one) => !isElsewhere(one, resolving));
  if (here.length < 2 || requirement === undefined) return here;
  const wanted = ownRequirement(requirement);
  if ("problem" in wanted) return here;
  const fit = here.filter(({ version }) => version === undefined || wanted.matches(version));
  return fit.length > 0 ? fit : here;
}

function asLocked(one: LockedPackage, declared: Declared, file: string, resolving: Resolving): Dependency {
  const { name, version, kind, address, path, checksum } = one;
  if (kind === "path") return atPath(name, path === undefined ? declared.path : resolve(resolving.folder, path), version, file, resolving);
  const known = version ?? resolving.installed.versionOf(name);
  return { ecosystem: "pypi", name, version: known, origin: installedAt({ kind, address, checksum }, name, known, resolving) };
}

/** Without a lock file: a version that the file names, or the installed one if the requirement allows it; else only the requirement is known. */
function asDeclared({ name, requirement, version, path, address, checksum }: Declared, file: string, resolving: Resolving): Dependency {
  if (path !== undefined) return atPath(name, path, version, file, resolving);
  const known = version ?? installedVersion(name, requirement, resolving);
  const kind = address === undefined ? "registry" : "git";
  const origin = installedAt({ kind, address, checksum }, name, known, resolving);
  return { ecosystem: "pypi", name, version: known, requirement: known === undefined ? requirement : undefined, origin };
}

function installedVersion(name: string, requirement: string | undefined, { installed }: Resolving): string | undefined {
  const version = installed.versionOf(name);
  const wanted = requirement === undefined || version === undefined ? undefined : ownRequirement(requirement);
  return version === undefined || (wanted !== undefined && !("problem" in wanted) && !wanted.matches(version)) ? undefined : version;
}

function installedAt(origin: DependencyOrigin, name: string, version: string | undefined, { installed }: Resolving): DependencyOrigin {
  const found = version === undefined ? undefined : installed.originOf(name, version);
  if (found === undefined) return origin;
  return { ...origin, kind: found.kind === "path" ? "path" : origin.kind, folder: found.folder, beside: origin.beside ?? found.beside };
}

function atPath(name: string, path: string | undefined, version: string | undefined, file: string, resolving: Resolving): Dependency {
  const { files, installed } = resolving;
  const beside = path !== undefined && isBeside(path, files.bounds) ? path : undefined;
  if (path !== undefined && beside === undefined && !files.isOutside(path, file, `"${path}"`) && isFolder(path)) {
    const own = version ?? files.project(path)?.version ?? installed.versionOf(name);
    return { ecosystem: "pypi", name, version: own, origin: { kind: "path", folder: path } };
  }
  const known = version ?? installed.versionOf(name);
  const origin = { kind: "path", beside, isUnnamed: beside === name ? true : undefined } as const;
  return { ecosystem: "pypi", name, version: known, origin: installedAt(origin, name, known, resolving) };
}
