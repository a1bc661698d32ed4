/** Direct dependencies with their places: replaced by a folder or another module, vendored, or in the module cache. */

import { join, resolve } from "node:path";

import { isWrittenOutside } from "../../platform/bounds.ts";
import type { Dependency, DependencyOrigin } from "../ecosystem.ts";
import { type Selected, selectedModules } from "./build-list.ts";
import type { GoFile, Replaced } from "./go-file.ts";
import { takeSums } from "./go-sum.ts";
import { isModulePath } from "./module-path.ts";
import type { ReadFiles } from "./read-files.ts";
import { readVendored, type Vendored } from "./vendored-modules.ts";
import { isWholeVersion, parseGoVersion } from "./version.ts";

export interface GoMember {
  readonly folder: string;
  readonly file: GoFile;
}

export interface GoRoot {
  readonly folder: string;
  readonly work: GoFile | undefined;
  readonly members: readonly GoMember[];
}

/** Far above any real one. */
const LARGEST = 16 * 1024 * 1024;

export function dependenciesOf({ folder, work, members }: GoRoot, files: ReadFiles): Dependency[] {
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
        ? {
            kind: "registry",
            ...(copy === undefined ? {} : { folder: copy }),
            ...(by?.module === undefined ? {} : { address: by.module }),
            ...(known === undefined ? {} : { checksum: known }),
          }
        : {
            kind: "path",
            ...((by?.folder ?? copy) === undefined ? {} : { folder: by?.folder ?? copy! }),
            ...(beside === undefined ? {} : { beside }),
          };
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
function replaced(one: Selected, { folder, work, members }: GoRoot, files: ReadFiles): Found {
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
    if (!files.isInside(target, join(place.folder, place.name), `the replacement of \`${one.name}\``)) return { ...one, isOutside: true };
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

function sumsOf(found: readonly Found[], { folder, work, members }: GoRoot, files: ReadFiles): ReadonlyMap<string, string> {
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

function vendoredFolder(name: string, root: string, vendored: Vendored | undefined, files: ReadFiles): string | undefined {
  if (vendored?.modules.get(name)?.hasPackages !== true) return undefined;
  const folder = join(root, "vendor", ...name.split("/"));
  return files.isInside(folder, join(root, "vendor", "modules.txt"), `the copy of \`${name}\``) ? folder : undefined;
}
