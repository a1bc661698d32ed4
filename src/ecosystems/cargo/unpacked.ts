/** The packages that Cargo has unpacked on this machine, for any project. */

import { existsSync } from "node:fs";
import { join } from "node:path";

import { compareVersionTexts, parseVersion } from "../../canonical/semantic-version.ts";
import { namesIn } from "../../platform/folder-entries.ts";
import type { UnpackedPackage } from "../ecosystem.ts";
import { cargoHomeOf, type CargoSurroundings } from "./package-folder.ts";

/** All versions under a name, in either spelling of it; the newest first. */
export function unpackedPackages(wanted: string, where: CargoSurroundings): readonly UnpackedPackage[] {
  const sources = join(cargoHomeOf(where), "registry", "src");
  const found = namesIn(sources).flatMap((registry) =>
    namesIn(join(sources, registry)).flatMap((entry): UnpackedPackage[] => {
      const [name, version] = [entry.slice(0, wanted.length), entry.slice(wanted.length + 1)];
      const folder = join(sources, registry, entry);
      const isMeant = folded(name) === folded(wanted) && entry[wanted.length] === "-" && parseVersion(version) !== undefined;
      return isMeant && existsSync(join(folder, "Cargo.toml")) ? [{ name, version, folder }] : [];
    }),
  );
  return found.sort((a, b) => compareVersionTexts(b.version, a.version));
}

function folded(name: string): string {
  return name.replaceAll("-", "_");
}
