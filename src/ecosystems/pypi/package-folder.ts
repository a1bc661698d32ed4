/** The folder of a dependency that can carry a plugin: in the project's environment, in its source, or where Symposium unpacked its wheel. */

import { dirname, join } from "node:path";

import { type Bounds, boundsOf } from "../../platform/bounds.ts";
import { entriesIn } from "../../platform/folder-entries.ts";
import { pathExists } from "../../platform/path-exists.ts";
import type { Dependency, PackageSurroundings } from "../ecosystem.ts";
import { foldName } from "./name.ts";
import { CARRIERS, importPackage, PACKAGED } from "./import-package.ts";
import { isMetadataFolder } from "./site-packages.ts";
import { unpackedWheels } from "./unpacked.ts";

/** `undefined` where it is not on this machine yet. */
export function packageFolder({ name, version, origin }: Dependency, where: Pick<PackageSurroundings, "cache">): string | undefined {
  const { folder, checksum, kind } = origin;
  if (folder !== undefined)
    return isMetadataFolder(folder)
      ? importPackage(folder, boundsIn(dirname(folder), where))
      : kind === "path"
        ? sourcePackage(folder, name)
        : folder;
  if (kind !== "registry" || version === undefined) return undefined;
  return unpackedWheels(name, where).find((one) => one.version === version && (checksum === undefined || hasDigest(checksum, one.digest)))
    ?.folder;
}

/** Hundreds of packages lie in one folder. */
const known = new WeakMap<object, Map<string, Bounds>>();

/** The bounds are for one run, which has its own surroundings. */
function boundsIn(site: string, where: object): Bounds {
  const ofRun = known.get(where) ?? new Map<string, Bounds>();
  known.set(where, ofRun);
  const bounds = ofRun.get(site) ?? boundsOf(site);
  ofRun.set(site, bounds);
  return bounds;
}

/** The lock's digests of all files of a version. */
function hasDigest(checksum: string, start: string): boolean {
  return checksum.split(/\s+/).some((one) => one.slice(one.lastIndexOf(":") + 1).startsWith(start));
}

/** A wheel would contain the import package, so a plugin there counts before one at the source's root. */
function sourcePackage(source: string, name: string): string {
  const { leadsOut } = boundsOf(source);
  const folders = [join(source, "src"), source].flatMap((top) =>
    entriesIn(top)
      .filter((entry) => entry.isDirectory() && foldName(entry.name) === foldName(name))
      .map((entry) => join(top, entry.name))
      .filter((folder) => leadsOut(folder) === undefined),
  );
  const carries = (carriers: readonly string[]) => (folder: string) => carriers.some((carrier) => pathExists(join(folder, carrier)));
  const whole = [...folders, source];
  return whole.find(carries(CARRIERS)) ?? whole.find(carries([PACKAGED])) ?? source;
}
