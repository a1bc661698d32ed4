/** Direct dependencies with their places: replaced by a folder or another module, vendored, or in the module cache. */

import { join, resolve } from "node:path";

import { isWrittenOutside } from "../../host/bounds.ts";
import type { Dependency, DependencyOrigin } from "../ecosystem.ts";
import type { GoFile, Replaced } from "./go-file.ts";
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

/** Far above any real one. */
const LARGEST = 16 * 1024 * 1024;

export function dependenciesOf({ folder, work, members }: GoRoot, files: GoFiles): Dependency[] {
  const modules = files.text(join(folder, "vendor", "modules.txt"), LARGEST);
  const vendored = modules === undefined ? undefined : readVendored(modules);
  const selected = selectedModules(
    members.map(({ file }) => file),
    vendored,
  );
  const found = selected.map((one) => replaced(one, { folder, work, members }, files));
  const sums = sumsOf(found, { folder, work, members }, files);
  return found.map(({ name, version, by, isOutside, beside }): Dependency => {
    const known = version === undefined ? undefined : sums.get(`${by?.module ?? name} ${version}`);
    const copy = vendoredFolder(name, folder, vendored, files);
    const origin: DependencyOrigin =
      by?.folder === undefined && !isOutside
        ? { kind: "registry", folder: copy, address: by?.module, checksum: known }
        : { kind: "path", folder: by?.folder ?? copy, beside };
    return { ecosystem: "go", name, ...versionFields(version), origin };
  });
}

/** `v1.2` and names of branches stand in a file until Go replaces them. */
function versionFields(version: string): Pick<Dependency, "version" | "requirement"> {
  if (isWholeVersion(version)) return { version };
  return parseGoVersion(version) === undefined ? {} : { requirement: version };
}

interface Found extends Selected {
  readonly by?: { readonly folder?: string; readonly module?: string };
  /** Replaced by a folder that is not read. */
  readonly isOutside: boolean;
  /** That folder, where the path itself says so, and no link. */
  readonly beside?: string;
}

/** The replacement's version is the one of the code. For a folder it stays the one that is asked for, as Go says. */
function replaced(one: Selected, { folder, work, members }: GoRoot, files: GoFiles): Found {
  const places = [
    ...(work === undefined ? [] : [{ folder, file: work, name: "go.work" }]),
    ...members.map((member) => ({ ...member, name: "go.mod" })),
  ];
  for (const place of places) {
    const by = replacementIn(place.file.replaces, one);
    if (by === undefined) continue;
    if (!("path" in by))
      return isModulePath(by.name)
        ? { name: one.name, version: by.version, by: { module: by.name }, isOutside: false }
        : { ...one, isOutside: true };
    const target = resolve(place.folder, by.path);
    if (isWrittenOutside(target, files.bounds)) return { ...one, isOutside: true, beside: target };
    if (files.isOutside(target, join(place.folder, place.name), `the replacement of \`${one.name}\``)) return { ...one, isOutside: true };
    return { ...one, by: { folder: target }, isOutside: false };
  }
  return { ...one, isOutside: false };
}

/** One for this version alone comes before one for all. */
function replacementIn(replaces: readonly Replaced[], { name, version }: Selected): Replaced["by"] | undefined {
  let found: Replaced["by"] | undefined;
  for (const one of replaces) {
    if (one.name !== name || (one.version !== undefined && one.version !== version)) continue;
    if (one.version !== undefined) return one.by;
    found = one.by;
  }
  return found;
}

function sumsOf(found: readonly Found[], { folder, work, members }: GoRoot, files: GoFiles): ReadonlyMap<string, string> {
  const wanted = new Set(found.map(({ name, version, by }) => `${by?.module ?? name} ${version}`));
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
 * The version that Go uses of each module: the highest that any member asks for, indirectly too. In a single module that is what `go.mod` has. In a
 * workspace a dependency's own `go.mod` may ask for a higher one, which only `vendor/modules.txt` says: the files of other modules are not read.
 */
interface Selected {
  readonly name: string;
  readonly version: string;
}

/** Direct dependencies in the order of declaration. A tool is one, though Go calls its module indirect. */
function selectedModules(members: readonly GoFile[], vendored: Vendored | undefined): Selected[] {
  const excluded = new Set(members.flatMap(({ excludes }) => excludes.map(({ name, version }) => `${name} ${version}`)));
  const own = new Set(members.map(({ module }) => module));
  const versions = new Map<string, string>();
  const direct = new Set<string>();
  for (const { requires } of members) {
    for (const { name, version, isIndirect } of requires) {
      if (own.has(name) || !isModulePath(name) || excluded.has(`${name} ${version}`)) continue;
      const known = versions.get(name);
      if (known === undefined || compareGoVersions(version, known) > 0) versions.set(name, version);
      if (!isIndirect) direct.add(name);
    }
  }
  for (const { tools } of members) for (const tool of tools) addModuleOf(tool, versions, direct);
  return [...direct].map((name) => {
    const version = versions.get(name) ?? "";
    const copied = vendored?.isOfWorkspace === true ? vendored.modules.get(name)?.version : undefined;
    return { name, version: copied !== undefined && compareGoVersions(copied, version) > 0 ? copied : version };
  });
}

/** The module with the longest path that is at or above the package. */
function addModuleOf(tool: string, versions: ReadonlyMap<string, string>, direct: Set<string>): void {
  for (let path = tool; path !== ""; path = path.slice(0, Math.max(path.lastIndexOf("/"), 0))) {
    if (!versions.has(path)) continue;
    direct.add(path);
    return;
  }
}
