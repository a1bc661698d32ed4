/**
 * Packages that Symposium fetched from the user's registry. What `node_modules` has may come with the repository, and the stores of package
 * managers do not say which configuration filled them. Symposium's cache also has what Yarn's zip files contain, which come with the repository.
 */

import { join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import type { FetchedCopies, PackageSurroundings } from "../ecosystem.ts";
import { FROM_REGISTRY, nameFolder, versionIn } from "./cache-folder.ts";

export function fetchedCopies(name: string, version: string, { cache }: Pick<PackageSurroundings, "cache">): FetchedCopies {
  const folder = nameFolder(cache, name);
  if (folder === undefined) return { folders: [], within: [] };
  const names = new Set(namesIn(folder));
  const copies = [...names].filter((each) => versionIn(each) === version && names.has(`${each}${FROM_REGISTRY}`));
  return { folders: copies.map((each) => join(folder, each)), within: [folder] };
}
