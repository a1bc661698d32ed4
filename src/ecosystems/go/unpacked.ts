/** The modules on this machine, for any project: in Go's module cache and in Symposium's own. */

import { dirname, join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import { isFolder } from "../../platform/is-folder.ts";
import type { PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { fetchedVersions } from "./fetched-folder.ts";
import { moduleCache } from "./go-environment.ts";
import { escaped, isModulePath, unescaped } from "./module-path.ts";
import { packageFolder } from "./package-folder.ts";
import { compareGoVersions, isWholeVersion } from "./version.ts";

/** All versions of a module; the newest first. */
export function unpackedPackages(name: string, where: PackageSurroundings): readonly UnpackedPackage[] {
  if (!isModulePath(name)) return [];
  const cache = moduleCache(where);
  const found = new Map<string, UnpackedPackage>();
  for (const { version, folder } of fetchedVersions(name, where.cache)) if (isFolder(folder)) found.set(version, { name, version, folder });
  for (const version of cache === undefined ? [] : versionsIn(cache, name)) {
    const folder = packageFolder({ ecosystem: "go", name, version, origin: { kind: "registry" } }, where);
    if (folder !== undefined) found.set(version, { name, version, folder });
  }
  return [...found.values()].sort((a, b) => compareGoVersions(b.version, a.version));
}

function versionsIn(cache: string, name: string): string[] {
  const path = join(cache, escaped(name));
  const start = `${escaped(name).split("/").at(-1)}@`;
  return namesIn(dirname(path)).flatMap((entry) => {
    const version = entry.startsWith(start) ? unescaped(entry.slice(start.length)) : "";
    return isWholeVersion(version) ? [version] : [];
  });
}
