/**
 * The folder of a module's source on this machine. A copy in `vendor` comes last: it contains only the packages that are imported, so that skills are
 * often missing there.
 */

import { join } from "node:path";

import { isFolder } from "../../platform/is-folder.ts";
import { pathExists } from "../../platform/path-exists.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import type { Dependency, PackageSurroundings } from "../ecosystem.ts";
import { fetchedFolder } from "./fetched-folder.ts";
import { moduleCache } from "./go-environment.ts";
import { escaped, isModulePath, type Module } from "./module-path.ts";
import { isWholeVersion } from "./version.ts";

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
