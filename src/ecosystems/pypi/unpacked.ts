/** The wheels that Symposium unpacked into its cache: `packages/pypi/<name>/<version>-<16 hexadecimal digits of the wheel's digest>/`. */

import { join } from "node:path";

import { namesIn } from "../../platform/folder-entries.ts";
import type { FetchedCopies, PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { foldName, isName } from "./name.ts";
import { importPackage } from "./import-package.ts";
import { installedIn } from "./site-packages.ts";
import { compareVersionTexts, parseVersion } from "./version.ts";

export interface UnpackedWheel extends UnpackedPackage {
  /** The start of it. */
  readonly digest: string;
}

const DIGITS = 16;

export function wheelFolder({ cache }: Pick<PackageSurroundings, "cache">, name: string, version: string, digest: string): string {
  return join(namedFolder(cache, name), `${version}-${digest.slice(0, DIGITS)}`);
}

function namedFolder(cache: string, name: string): string {
  return join(cache, "packages", "pypi", foldName(name));
}

const LONGEST = 128;

/** Names and versions of lock files and manifests are untrusted text, and here they are names of folders. */
export function isFolderName(name: string): boolean {
  return name.length <= LONGEST && isName(name);
}

export function isFolderVersion(version: string): boolean {
  return version.length <= LONGEST && /^\S+$/.test(version) && parseVersion(version) !== undefined;
}

/** All versions under a name; the newest first. */
export function unpackedPackages(name: string, where: Pick<PackageSurroundings, "cache">): readonly UnpackedPackage[] {
  return unpackedWheels(name, where).map(({ name: own, version, folder }) => ({ name: own, version, folder }));
}

export function unpackedWheels(name: string, where: Pick<PackageSurroundings, "cache">): readonly UnpackedWheel[] {
  if (!isFolderName(name)) return [];
  const top = namedFolder(where.cache, name);
  const found = namesIn(top).flatMap((entry): UnpackedWheel[] => {
    const [, version, digest] = /^(.+)-([0-9a-f]{16})$/.exec(entry) ?? [];
    const folder = version === undefined ? undefined : importPackageOf(join(top, entry), name);
    return version === undefined || digest === undefined || folder === undefined ? [] : [{ name, version, digest, folder }];
  });
  return found.sort((a, b) => compareVersionTexts(b.version, a.version));
}

/** Wheels that Symposium fetched from the user's index. What an environment has may come with the repository. */
export function fetchedCopies(name: string, version: string, where: Pick<PackageSurroundings, "cache">): FetchedCopies {
  if (!isFolderName(name)) return { folders: [], within: [] };
  const folders = unpackedWheels(name, where).flatMap((one) => (one.version === version ? [one.folder] : []));
  return { folders, within: [namedFolder(where.cache, name)] };
}

/** An unpacked wheel is laid out like the folder of an environment. */
export function importPackageOf(unpacked: string, name: string): string | undefined {
  const metadata = installedIn([unpacked]).get(foldName(name))?.metadata;
  return metadata === undefined ? undefined : importPackage(metadata);
}
