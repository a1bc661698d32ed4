/** The folder of a dependency's files on this machine: where its package manager installed it, or in Symposium's cache. Writes nothing. */

import { join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import type { Dependency, PackageSurroundings } from "../ecosystem.ts";
import { digestOf, nameFolder, versionFolder, versionIn } from "./cache-folder.ts";
import { pnpFolder, readPnpAddress } from "./pnp.ts";
import { leadsToFile } from "../../platform/path-exists.ts";

/** `undefined` where it is not on this machine, or only in a zip file. */
export function packageFolder(dependency: Dependency, where: PackageSurroundings): string | undefined {
  const { name, version, origin } = dependency;
  if (origin.folder !== undefined) return origin.folder;
  if (version === undefined || origin.kind !== "registry") return undefined;
  const pnp = readPnpAddress(origin.address);
  const folder = pnp === undefined ? undefined : pnpFolder(pnp.root, name, version, where);
  return folder ?? cachedFolder(name, version, origin.checksum, where);
}

/** The one with this checksum; without one any of the version. */
export function cachedFolder(
  name: string,
  version: string,
  checksum: string | undefined,
  { cache }: Pick<PackageSurroundings, "cache">,
): string | undefined {
  const folder = nameFolder(cache, name);
  if (folder === undefined) return undefined;
  const digest = digestOf(checksum);
  // A checksum that cannot be read cannot be compared either.
  if (checksum !== undefined && digest === undefined) return undefined;
  const wanted = digest === undefined ? undefined : versionFolder(version, digest);
  const names = digest === undefined ? namesIn(folder).filter((each) => versionIn(each) === version) : wanted === undefined ? [] : [wanted];
  return names.map((each) => join(folder, each)).find((each) => leadsToFile(join(each, "package.json")));
}
