/** Finds the root folder of a package's workspace. */

import { dirname, sep } from "node:path";

import type { Bounds } from "../../platform/bounds.ts";
import type { Manifests } from "./manifests.ts";
import { takesMember, workspaceAt } from "./workspace-table.ts";

export interface RootSearch {
  readonly manifests: Manifests;
  readonly bounds: Bounds | undefined;
  readonly home: string;
}

/** The nearest folder at or above whose workspace takes this one for a member; else the folder itself. */
export function findNpmRoot(folder: string, { manifests, bounds, home }: RootSearch): string {
  for (let below = folder, above = dirname(folder); above !== below && below !== bounds?.top; below = above, above = dirname(above)) {
    // A manifest in the home folder does not claim every project below it.
    if (above === home) return folder;
    const manifest = manifests.at(above);
    const table = workspaceAt(above, manifest, bounds);
    if (table !== undefined && takesMember(table, above, folder)) return above;
  }
  return folder;
}

/** Whether a folder belongs to an installed package. Only folders below `top` count. */
export function isInstalled(folder: string, top: string | undefined): boolean {
  const below = top !== undefined && folder.startsWith(top) ? folder.slice(top.length) : folder;
  return below.split(sep).includes("node_modules");
}
