/** Distributions: their names (https://packaging.python.org/specifications/name-normalization), and which ones an environment has. */

import { entryPath, namesIn } from "../../host/paths.ts";

export function isName(text: string): boolean {
  return /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/.test(text);
}

/** `Zope.Interface`, `zope_interface` and `zope-interface` are one package. */
export function foldName(name: string): string {
  return name.replace(/[-_.]+/g, "-").toLowerCase();
}

interface InstalledDistribution {
  readonly name: string;
  readonly version: string;
  /** `<name>-<version>.dist-info`, of old installers `.egg-info`. */
  readonly metadata: string;
}

/** By folded name, from the names of metadata folders: no file is read. The first folder on Python's path wins. */
export function installedIn(sitePackages: readonly string[]): ReadonlyMap<string, InstalledDistribution> {
  const found = new Map<string, InstalledDistribution>();
  for (const folder of sitePackages) {
    for (const entry of namesIn(folder)) {
      if (!entry.endsWith("-info")) continue;
      const [, name, version] = METADATA.exec(entry) ?? [];
      if (name === undefined || version === undefined) continue;
      const key = foldName(name);
      if (!found.has(key)) found.set(key, { name: key, version, metadata: entryPath(folder, entry) });
    }
  }
  return found;
}

/** Names have no `-` here: installers write `_`. */
const METADATA = /^([A-Za-z0-9][\w.]*)-([^-]+)(?:\.dist-info|(?:-py[\d.]+)?\.egg-info)$/;

export function isMetadataFolder(path: string): boolean {
  return path.endsWith(".dist-info") || path.endsWith(".egg-info");
}
