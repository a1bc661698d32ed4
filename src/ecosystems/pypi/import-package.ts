/**
 * The folder of a distribution that can carry a plugin: its import package. `RECORD` in the metadata folder lists every file that was installed. It comes
 * from the package's author, so that its names count only inside the folder that the distribution lies in.
 */

import { basename, dirname, join } from "node:path";

import { type Bounds, boundsOf } from "../../platform/bounds.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { pathExists } from "../../platform/path-exists.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";

/** Far above the largest packages. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What a package can carry a plugin in. */
export const CARRIERS = ["SYMPOSIUM.toml", "skills", ".agents/skills"];
/** An Agent Plugin's manifest. Other programs have files of that name, so it counts after the others. */
export const PACKAGED = "plugin.json";

/**
 * Of several folders the one with a plugin, else the one of the distribution's name, else the first. A distribution without any, of a single module or of scripts, has its metadata folder. Namespace
 * packages share their outer folders: such a folder counts only for what the distribution itself put there.
 */
export function importPackage(metadata: string, { leadsOut }: Bounds = boundsOf(dirname(metadata))): string {
  const site = dirname(metadata);
  // A file in a folder without links needs no look at the whole path.
  if (leadsOut(metadata) !== undefined) return metadata;
  const read = (name: string) =>
    leadsOut(join(metadata, name)) === undefined ? readRegularTextIfAny(join(metadata, name), { maxBytes: MOST_BYTES }) : undefined;
  const isThere = (name: string) => leadsOut(join(site, name)) === undefined && isFolder(join(site, name));
  // An `.egg-info` has no such list, and some systems remove it.
  const listed = read("RECORD") || undefined;
  if (listed === undefined) return join(site, topLevelNames(read("top_level.txt") ?? "").find(isThere) ?? basename(metadata));
  const own = listed.includes("SYMPOSIUM.toml") || listed.includes("skills/") ? carrierIn(listed, CARRIER) : undefined;
  const carrying = own ?? (listed.includes(PACKAGED) ? carrierIn(listed, PACKAGED_IN) : undefined);
  if (carrying !== undefined && isThere(carrying)) return join(site, carrying);
  const first = firstPackage(listed, namePart(metadata));
  if (first === undefined || !isThere(first)) return metadata;
  // Another package's plugin, in a folder that several distributions share.
  return [...CARRIERS, PACKAGED].some((name) => pathExists(join(site, first, name))) ? metadata : join(site, first);
}

/** The name in `<name>-<version>.dist-info`. */
function namePart(metadata: string): string {
  const last = basename(metadata);
  return last.slice(0, last.indexOf("-"));
}

function topLevelNames(text: string): readonly string[] {
  return text.split(/\r?\n/).filter((name) => /^\w+$/.test(name));
}

/** The outermost folder with a plugin's file in it, in a package of this distribution. */
function carrierIn(listed: string, pattern: RegExp): string | undefined {
  const carrying = new Set<string>();
  for (const path of pathsIn(listed)) {
    const folder = pattern.exec(path)?.[1];
    if (folder !== undefined) carrying.add(folder);
  }
  return packagesIn(listed).find((folder) => carrying.has(folder));
}

const PACKAGED_IN = /^(.+)\/plugin\.json$/;
const CARRIER = /^(.+?)\/(?:SYMPOSIUM\.toml|skills\/.+|\.agents\/skills\/.+)$/;

/** The package with the distribution's name, else the first folder that has a file of the distribution in it, and none above that has. */
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
    const folder = CARRIER.exec(path)?.[1] ?? (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined);
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
