/** Modules in Go's module cache and in Symposium's own: no file of a workspace names the proxy that they are from. */

import { dirname, join } from "node:path";

import type { FetchedCopies, PackageSurroundings } from "../ecosystem.ts";
import { versionsFolder } from "./fetched-folder.ts";
import { moduleCache } from "./go-environment.ts";
import { escaped, isModulePath } from "./module-path.ts";
import { unpackedPackages } from "./unpacked.ts";

export function fetchedCopies(name: string, version: string, where: PackageSurroundings): FetchedCopies {
  if (!isModulePath(name)) return { folders: [], within: [] };
  const cache = moduleCache(where);
  return {
    folders: unpackedPackages(name, where).flatMap((one) => (one.version === version ? [one.folder] : [])),
    within: [versionsFolder(name, where.cache), ...(cache === undefined ? [] : [dirname(join(cache, escaped(name)))])],
  };
}
