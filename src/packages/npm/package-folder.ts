/** The folders of packages on this machine: where a package manager installed them, or in Symposium's cache. Writes nothing. */

import { join } from "node:path";

import { exists } from "../../host/files.ts";
import { leadsToFile, namesIn } from "../../host/paths.ts";
import { compareVersionTexts } from "../../model/semantic-version.ts";
import type { Dependency, FetchedCopies, PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { FROM_REGISTRY, nameFolder, parseChecksum, versionFolder, versionIn } from "./cache-folder.ts";
import { pnpFolder, readPnpAddress } from "./pnp.ts";

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
  // A checksum that cannot be read cannot be compared either.
  const digest = checksum === undefined ? undefined : parseChecksum(checksum)?.digests[0];
  const wanted = digest === undefined ? undefined : versionFolder(version, digest);
  const names =
    checksum === undefined ? namesIn(folder).filter((each) => versionIn(each) === version) : wanted === undefined ? [] : [wanted];
  return names.map((each) => join(folder, each)).find((each) => leadsToFile(join(each, "package.json")));
}

/** All versions under a name, the newest first. */
export function unpackedPackages(name: string, { cache }: Pick<PackageSurroundings, "cache">): readonly UnpackedPackage[] {
  const above = nameFolder(cache, name);
  if (above === undefined) return [];
  const found = namesIn(above).flatMap((entry): UnpackedPackage[] => {
    const version = versionIn(entry);
    const folder = join(above, entry);
    return version === undefined || !exists(join(folder, "package.json")) ? [] : [{ name, version, folder }];
  });
  return found.sort((a, b) => compareVersionTexts(b.version, a.version));
}

/**
 * Packages that Symposium fetched from the user's registry. What `node_modules` has may come with the repository, and the stores of package
 * managers do not say which configuration filled them. Symposium's cache also has what Yarn's zip files contain, which come with the repository.
 */
export function fetchedCopies(name: string, version: string, { cache }: Pick<PackageSurroundings, "cache">): FetchedCopies {
  const folder = nameFolder(cache, name);
  if (folder === undefined) return { folders: [], within: [] };
  const names = new Set(namesIn(folder));
  const copies = [...names].filter((each) => versionIn(each) === version && names.has(`${each}${FROM_REGISTRY}`));
  return { folders: copies.map((each) => join(folder, each)), within: [folder] };
}
