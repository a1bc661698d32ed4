/** Direct dependencies with their places: replaced by a folder or another module, vendored, or in the module cache. */

import { join, resolve } from "node:path";

import { isWrittenOutside } from "../../host/bounds.ts";
import type { Dependency, DependencyOrigin } from "../ecosystem.ts";
import type { GoFile, ModuleVersion, Replaced } from "./go-file.ts";
import { type GoFiles, readVendored, takeSums, type Vendored } from "./read-files.ts";
import { compareGoVersions, isModulePath, isWholeVersion, parseGoVersion } from "./version.ts";

export interface GoMember {
  readonly folder: string;
  readonly file: GoFile;
}

interface GoRoot {
  readonly folder: string;
  readonly work: GoFile | undefined;
  readonly members: readonly GoMember[];
}

const LARGEST = 16 * 1024 * 1024;

export function dependenciesOf(root: GoRoot, files: GoFiles): Dependency[] {
  const modules = files.text(join(root.folder, "vendor", "modules.txt"), LARGEST);
  const vendored = modules === undefined ? undefined : readVendored(modules);
  const found = selectedModules(root.members, vendored).map((one) => replaced(one, root, files));
  const sums = sumsOf(new Set(found.map(sumKey)), root, files);
  return found.map((one): Dependency => {
    const { name, version, origin } = one;
    const { kind, address, beside } = origin;
    const folder = origin.folder ?? vendoredFolder(name, root.folder, vendored, files);
    const isWhole = isWholeVersion(version);
    return {
      ecosystem: "go",
      name,
      version: isWhole ? version : undefined,
      // `v1.2` and names of branches stand in a file until Go replaces them.
      requirement: isWhole || parseGoVersion(version) === undefined ? undefined : version,
      origin: { kind, folder, beside, address, checksum: kind === "registry" ? sums.get(sumKey(one)) : undefined },
    };
  });
}

interface Found extends ModuleVersion {
  readonly origin: DependencyOrigin;
}

function sumKey({ name, version, origin }: Found): string {
  return `${origin.address ?? name} ${version}`;
}

/** A replacing module's version is that of the code. With a replacing folder the required version stays, as Go reports it. */
function replaced(one: ModuleVersion, { folder, work, members }: GoRoot, files: GoFiles): Found {
  const places = [
    ...(work === undefined ? [] : [{ folder, file: work, name: "go.work" }]),
    ...members.map((member) => ({ ...member, name: "go.mod" })),
  ];
  for (const place of places) {
    const by = replacementIn(place.file.replaces, one);
    if (by === undefined) continue;
    if (!("path" in by))
      return isModulePath(by.name)
        ? { name: one.name, version: by.version, origin: { kind: "registry", address: by.name } }
        : { ...one, origin: { kind: "path" } };
    const target = resolve(place.folder, by.path);
    if (isWrittenOutside(target, files.bounds)) return { ...one, origin: { kind: "path", beside: target } };
    const isOutside = files.isOutside(target, join(place.folder, place.name), `the replacement of \`${one.name}\``);
    return { ...one, origin: { kind: "path", folder: isOutside ? undefined : target } };
  }
  return { ...one, origin: { kind: "registry" } };
}

/** One for this version alone comes before one for all. */
function replacementIn(replaces: readonly Replaced[], { name, version }: ModuleVersion): Replaced["by"] | undefined {
  const meant = replaces.filter((one) => one.name === name && (one.version ?? version) === version);
  return (meant.find((one) => one.version !== undefined) ?? meant.at(-1))?.by;
}

function sumsOf(wanted: ReadonlySet<string>, { folder, work, members }: GoRoot, files: GoFiles): ReadonlyMap<string, string> {
  const sums = new Map<string, string>();
  const places = [...members.map((member) => join(member.folder, "go.sum")), ...(work === undefined ? [] : [join(folder, "go.work.sum")])];
  for (const file of places) {
    const text = files.text(file, LARGEST);
    const position = text === undefined ? undefined : takeSums(text, wanted, sums);
    if (position === undefined) continue;
    const hint = "resolve the conflict in it, or remove the line and run `go mod tidy`";
    files.problems.push({ severity: "error", file, position, message: "this line is not a checksum", hint });
  }
  return sums;
}

function vendoredFolder(name: string, root: string, vendored: Vendored | undefined, files: GoFiles): string | undefined {
  if (vendored?.modules.get(name)?.hasPackages !== true) return undefined;
  const folder = join(root, "vendor", ...name.split("/"));
  return files.isOutside(folder, join(root, "vendor", "modules.txt"), `the copy of \`${name}\``) ? undefined : folder;
}

/**
 * Direct dependencies in the order of declaration, each in the highest version that any member asks for, indirectly too. A tool is one, though Go calls
 * its module indirect. In a workspace a dependency's own `go.mod` may ask for a higher version, which only `vendor/modules.txt` says.
 */
function selectedModules(members: readonly GoMember[], vendored: Vendored | undefined): ModuleVersion[] {
  const excluded = new Set(members.flatMap(({ file }) => file.excludes.map(({ name, version }) => `${name} ${version}`)));
  const own = new Set(members.map(({ file }) => file.module));
  const versions = new Map<string, string>();
  const direct = new Set<string>();
  for (const { name, version, isIndirect } of members.flatMap(({ file }) => file.requires)) {
    if (own.has(name) || !isModulePath(name) || excluded.has(`${name} ${version}`)) continue;
    const known = versions.get(name);
    if (known === undefined || compareGoVersions(version, known) > 0) versions.set(name, version);
    if (!isIndirect) direct.add(name);
  }
  for (let path of members.flatMap(({ file }) => file.tools)) {
    // The module with the longest path that is at or above the package.
    while (path !== "" && !versions.has(path)) path = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
    if (path !== "") direct.add(path);
  }
  return [...direct].map((name) => {
    const version = versions.get(name) ?? "";
    const copied = vendored?.isOfWorkspace === true ? vendored.modules.get(name)?.version : undefined;
    return { name, version: copied !== undefined && compareGoVersions(copied, version) > 0 ? copied : version };
  });
}
