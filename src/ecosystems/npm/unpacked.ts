/** The packages that Symposium has unpacked on this machine, for any project. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { compareVersionTexts } from "../../canonical/semantic-version.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import type { PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { nameFolder, versionIn } from "./cache-folder.ts";

/** All versions under a name, the newest first. */
export function unpackedPackages(name: string, { cache }: Pick<PackageSurroundings, "cache">): readonly UnpackedPackage[] {
  const above = nameFolder(cache, name);
  if (above === undefined) return [];
  const found = namesIn(above).flatMap((entry): UnpackedPackage[] => {
    const version = versionIn(entry);
    const folder = join(above, entry);
    return version === undefined || !existsSync(join(folder, "package.json")) ? [] : [{ name, version, folder }];
  });
  return found.sort((a, b) => compareVersionTexts(b.version, a.version));
}
