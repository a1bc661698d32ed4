/**
 * The folder of a dependency that can have a plugin: in the project's environment, in its source, or where Symposium unpacked its wheel. Of a distribution
 * it is the import package. `RECORD` in the metadata folder lists every file that was installed. It comes from the package's author, so that its
 * names count only inside the folder that the distribution lies in.
 */

import { basename, dirname, join } from "node:path";

import { type Bounds, boundsOf } from "../../host/bounds.ts";
import { entriesIn, entryPath, isFolder, namesIn, pathExists } from "../../host/paths.ts";
import { readRegularTextIfAny } from "../../host/read-file.ts";
import type { Dependency, FetchedCopies, PackageSurroundings, UnpackedPackage } from "../ecosystem.ts";
import { foldName, installedIn, isMetadataFolder, isName } from "./distribution.ts";
import { compareVersionTexts, parseVersion } from "./version.ts";

/** `undefined` where it is not on this machine yet. */
export function packageFolder({ name, version, origin }: Dependency, where: Pick<PackageSurroundings, "cache">): string | undefined {
  const { folder, checksum, kind } = origin;
  if (folder !== undefined && isMetadataFolder(folder)) return importPackage(folder, boundsIn(dirname(folder), where));
  if (folder !== undefined) return kind === "path" ? sourcePackage(folder, name) : folder;
  if (kind !== "registry" || version === undefined) return undefined;
  const fit = unpackedWheels(name, where).find(
    (one) => one.version === version && (checksum === undefined || hasDigest(checksum, one.digest)),
  );
  return fit?.folder;
}

const known = new WeakMap<object, Map<string, Bounds>>();

/** Hundreds of packages lie in one folder. The bounds are for one run, which has its own surroundings. */
function boundsIn(site: string, where: object): Bounds {
  const ofRun = known.get(where) ?? new Map<string, Bounds>();
  known.set(where, ofRun);
  const bounds = ofRun.get(site) ?? boundsOf(site);
  ofRun.set(site, bounds);
  return bounds;
}

/** `checksum` has the lock file's digests of all files of a version, `start` the first digits of one. */
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
  return whole.find(carries(PLUGIN_PLACES)) ?? whole.find(carries([PACKAGED])) ?? source;
}

/** In the cache: `packages/pypi/<name>/<version>-<16 hexadecimal digits of the wheel's digest>/`. */
export function wheelFolder({ cache }: Pick<PackageSurroundings, "cache">, name: string, version: string, digest: string): string {
  return join(namedFolder(cache, name), `${version}-${digest.slice(0, 16)}`);
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

export function unpackedPackages(name: string, where: Pick<PackageSurroundings, "cache">): readonly UnpackedPackage[] {
  return unpackedWheels(name, where).map(({ name: own, version, folder }) => ({ name: own, version, folder }));
}

/** `digest` has the first digits of the wheel's digest. */
export function unpackedWheels(name: string, where: Pick<PackageSurroundings, "cache">) {
  if (!isFolderName(name)) return [];
  const top = namedFolder(where.cache, name);
  const found = namesIn(top).flatMap((entry) => {
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

/** Far above the largest packages. */
const MOST_BYTES = 16 * 1024 * 1024;

const PLUGIN_PLACES = ["SYMPOSIUM.toml", "skills", ".agents/skills"];

/** An Agent Plugin's manifest. Other programs have files of that name, so it counts after the others. */
const PACKAGED = "plugin.json";

/**
 * Of several folders the one with a plugin, else that of the distribution's name, else the first; without any the metadata folder. Namespace
 * packages share their outer folders: such a folder counts only for what the distribution itself put there.
 */
export function importPackage(metadata: string, { leadsOut }: Bounds = boundsOf(dirname(metadata))): string {
  const site = dirname(metadata);
  // A file in a folder without links needs no look at the whole path.
  if (leadsOut(metadata) !== undefined) return metadata;
  const read = (name: string) => {
    const file = entryPath(metadata, name);
    return leadsOut(file) === undefined ? readRegularTextIfAny(file, { maxBytes: MOST_BYTES }) : undefined;
  };
  const isThere = (name: string) => leadsOut(join(site, name)) === undefined && isFolder(join(site, name));
  // An `.egg-info` has no such list, and some systems remove it.
  const listed = read("RECORD") || undefined;
  if (listed === undefined) {
    const names = (read("top_level.txt") ?? "").split(/\r?\n/).filter((name) => /^\w+$/.test(name));
    return join(site, names.find(isThere) ?? basename(metadata));
  }
  const own = listed.includes("SYMPOSIUM.toml") || listed.includes("skills/") ? folderWithPlugin(listed, PLUGIN_PATH) : undefined;
  const carrying = own ?? (listed.includes(PACKAGED) ? folderWithPlugin(listed, PACKAGED_IN) : undefined);
  if (carrying !== undefined && isThere(carrying)) return join(site, carrying);
  // The name in `<name>-<version>.dist-info`.
  const [name = ""] = basename(metadata).split("-", 1);
  const first = firstPackage(listed, name);
  if (first === undefined || !isThere(first)) return metadata;
  const folder = join(site, first);
  // Another package's plugin, in a folder that several distributions share.
  return [...PLUGIN_PLACES, PACKAGED].some((name) => pathExists(entryPath(folder, name))) ? metadata : folder;
}

/** The outermost folder with a plugin's file in it, in a package of this distribution. */
function folderWithPlugin(listed: string, pattern: RegExp): string | undefined {
  const carrying = new Set([...pathsIn(listed)].map((path) => pattern.exec(path)?.[1]));
  return packagesIn(listed).find((folder) => carrying.has(folder));
}

const PACKAGED_IN = /^(.+)\/plugin\.json$/;
const PLUGIN_PATH = /^(.+?)\/(?:SYMPOSIUM\.toml|skills\/.+|\.agents\/skills\/.+)$/;

/** The package with the distribution's name, else the first of the outermost folders that have a file of the distribution. */
function firstPackage(listed: string, name: string): string | undefined {
  for (const own of [name, name.toLowerCase()]) {
    const file = `${own}/__init__.py,`;
    if (listed.startsWith(file) || listed.includes(`\n${file}`)) return own;
  }
  let top: string | undefined;
  for (const path of pathsIn(listed)) {
    const end = path.indexOf("/");
    if (end === -1) continue;
    top ??= path.slice(0, end);
    // Most packages have a file in the folder itself, among the first lines.
    if (path.startsWith(`${top}/`) && !path.slice(end + 1).includes("/")) return top;
  }
  return packagesIn(listed)[0];
}

/** Folders with files of the distribution, without those inside another one. The files of skills count for the folder around `skills`. */
function packagesIn(listed: string): readonly string[] {
  const folders = new Set<string>();
  for (const path of pathsIn(listed)) {
    const folder = PLUGIN_PATH.exec(path)?.[1] ?? (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined);
    if (folder !== undefined) folders.add(folder);
  }
  const isInner = (folder: string) => {
    for (let end = folder.lastIndexOf("/"); end > 0; end = folder.lastIndexOf("/", end - 1))
      if (folders.has(folder.slice(0, end))) return true;
    return false;
  };
  return [...folders].filter((folder) => !isInner(folder));
}

/** Inside the folder of the packages, with `/`; without metadata, scripts and bytecode. */
function* pathsIn(listed: string): Generator<string> {
  for (let start = 0; start < listed.length;) {
    const lineEnd = listed.indexOf("\n", start);
    const end = lineEnd === -1 ? listed.length : lineEnd;
    const path = end - start > LONGEST_LINE ? undefined : pathOf(listed.slice(start, end));
    start = end + 1;
    if (path !== undefined && !LEFT_OUT.test(path)) yield path;
  }
}

/** No system has longer paths, and a deep one would cost its depth times its length. */
const LONGEST_LINE = 4_096;

/** Paths out, absolute ones and Windows' own; folders without code. */
const LEFT_OUT = /^\/|^[A-Za-z]:|\\|\0|(?:^|\/)\.{1,2}(?:\/|$)|\/\/|^[^/]+\.(?:dist-info|egg-info|data)\/|(?:^|\/)__pycache__\//;

/** A line is `path,digest,size`; a path with a comma or a quote is quoted. */
function pathOf(line: string): string | undefined {
  if (line.startsWith('"')) return /^"((?:[^"]|"")*)"/.exec(line)?.[1]?.replaceAll('""', '"');
  const comma = line.indexOf(",");
  return comma <= 0 ? undefined : line.slice(0, comma);
}
