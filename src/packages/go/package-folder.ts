/** Where modules are on this machine. A copy in `vendor` comes last: it only has packages that are imported, so that skills are often missing. */

import { dirname, join } from "node:path";

import { hexOfBase64 } from "../../host/bytes.ts";
import { isFolder, namesIn, pathExists } from "../../host/paths.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import type { Dependency, FetchedCopies, PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { moduleCache } from "./user-settings.ts";
import { compareGoVersions, escaped, isModulePath, isWholeVersion, type Module, unescaped } from "./version.ts";

/** `undefined` where it is not on this machine yet. */
export function packageFolder({ name, version, origin }: Dependency, where: PackageSurroundings): string | undefined {
  const own = origin.folder !== undefined && isFolder(origin.folder) ? origin.folder : undefined;
  if (origin.kind !== "registry") return own;
  const module = { name: origin.address ?? name, version: version ?? "", checksum: origin.checksum };
  if (!isModulePath(module.name) || !isWholeVersion(module.version)) return own;
  return unpackedByGo(module, where) ?? fetchedFolder(module, where.cache) ?? own;
}

/** Go refuses a module in its cache that does not have the checksum of `go.sum`, or that it did not unpack to the end. */
function unpackedByGo({ name, version, checksum }: Module, where: PackageSurroundings): string | undefined {
  const cache = moduleCache(where);
  if (cache === undefined) return undefined;
  const folder = join(cache, `${escaped(name)}@${escaped(version)}`);
  if (!isFolder(folder)) return undefined;
  const about = join(cache, "cache", "download", escaped(name), "@v", escaped(version));
  if (pathExists(`${about}.partial`)) return undefined;
  const hash = checksum === undefined ? undefined : readRegularTextIfAny(`${about}.ziphash`, { maxBytes: 1024 });
  return hash === undefined || hash.trim() === checksum ? folder : undefined;
}

/** Contains what Symposium fetched, as `<version>-<start of the checksum>`. No module path contains `@v`, so no module can be inside another. */
function versionsFolder(name: string, cache: string): string {
  return join(cache, "packages", "go", ...escaped(name).split("/"), "@v");
}

/** `undefined` where the checksum is not in the form of `go.sum`. */
export function folderFor({ name, version }: Module, checksum: string, cache: string): string | undefined {
  const [, base64] = /^h1:([A-Za-z0-9+/]{43}=)$/.exec(checksum) ?? [];
  const hex = base64 === undefined ? undefined : hexOfBase64(base64);
  return hex === undefined ? undefined : join(versionsFolder(name, cache), `${escaped(version)}-${hex.slice(0, 16)}`);
}

function fetchedFolder(module: Module, cache: string): string | undefined {
  if (module.checksum === undefined) return fetchedVersions(module.name, cache).find(({ version }) => version === module.version)?.folder;
  const folder = folderFor(module, module.checksum, cache);
  return folder !== undefined && isFolder(folder) ? folder : undefined;
}

function fetchedVersions(name: string, cache: string) {
  const versions = versionsFolder(name, cache);
  return namesIn(versions).flatMap((entry) => {
    const version = unescaped(entry.slice(0, -17));
    return /-[0-9a-f]{16}$/.test(entry) && isWholeVersion(version) ? [{ version, folder: join(versions, entry) }] : [];
  });
}

/** All versions of a module; the newest first. */
export function unpackedPackages(name: string, where: PackageSurroundings): readonly UnpackedPackage[] {
  if (!isModulePath(name)) return [];
  const cache = moduleCache(where);
  const found = new Map<string, UnpackedPackage>();
  for (const { version, folder } of fetchedVersions(name, where.cache)) if (isFolder(folder)) found.set(version, { name, version, folder });
  const start = `${escaped(name).split("/").at(-1)}@`;
  for (const entry of cache === undefined ? [] : namesIn(dirname(join(cache, escaped(name))))) {
    const version = entry.startsWith(start) ? unescaped(entry.slice(start.length)) : "";
    if (!isWholeVersion(version)) continue;
    const folder = packageFolder({ ecosystem: "go", name, version, origin: { kind: "registry" } }, where);
    if (folder !== undefined) found.set(version, { name, version, folder });
  }
  return [...found.values()].sort((a, b) => compareGoVersions(b.version, a.version));
}

/** Modules in Go's module cache and in Symposium's own: no file of a workspace names the proxy that they are from. */
export function fetchedCopies(name: string, version: string, where: PackageSurroundings): FetchedCopies {
  if (!isModulePath(name)) return { folders: [], within: [] };
  const cache = moduleCache(where);
  return {
    folders: unpackedPackages(name, where).flatMap((one) => (one.version === version ? [one.folder] : [])),
    within: [versionsFolder(name, where.cache), ...(cache === undefined ? [] : [dirname(join(cache, escaped(name)))])],
  };
}
