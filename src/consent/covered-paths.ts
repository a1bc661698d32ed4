/** Which files a consent is bound to (PL-17): what would run, and everything beside it that it could load. */

import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import { messageOf, type UserError } from "../errors.ts";
import { type FileStats, type FolderEntry, linkStatOf, listEntries, readLink } from "../host/files.ts";
import { type Glob, matchesGlob, mayMatchBelow, parseGlob } from "../host/glob.ts";
import { realPathIfThere } from "../host/paths.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { changeStamp } from "../host/stamp.ts";
import type { CoveredFile } from "./consent-file.ts";
import { type Coverage, type Covered, uncoverable } from "./subject.ts";

export interface CoveredPaths {
  readonly folder: string;
  /** Relative, separated by `/`, sorted. */
  readonly paths: readonly string[];
  /** The manifest and the named files among them, and the links on the way to those. */
  readonly named: readonly string[];
  /** Folders that a pattern searched. */
  readonly searched: readonly Stamped[];
  readonly parts: readonly (readonly string[] | Uncovered)[];
}

export interface Uncovered {
  readonly problem: string;
}

/** Limits what a consent covers, because every call compares all of it (PL-17). */
const MOST_FILES = 2_000;
const MOST_BYTES = 50 * 1024 * 1024;

/** Files and folders are counted up to this number, because a refusal tells how many there are. */
const MOST_COUNTED = 20_000;
const MOST_SEARCHED = 20_000;
const MOST_LINKS = 40;

/** Throws where a consent cannot be bound to anything. In the kind `files`, a part that cannot be covered becomes `Uncovered`. */
export function coveredPaths({ coverage, parts }: Covered): CoveredPaths {
  const folder = realPathIfThere(coverage.folder);
  if (folder === undefined) throw uncoverable(`${coverage.folder} is missing`);
  const found: Found = { folder, paths: new Set(), waiting: [], files: 0, folders: 0, bytes: 0, narrow: NARROW[coverage.kind] };
  if (coverage.kind === "folder") {
    const named = namedPaths(coverage, folder);
    for (const path of ["", ...named]) add(found, path);
    addBelow(found, coverage.derived);
    const paths = sortedPaths(found);
    return { folder, paths, named, searched: [], parts: parts.map(() => paths) };
  }
  const searched = addMatching(found, coverage.globs.map(globOf));
  addBelow(found);
  const common = new Set(found.paths);
  const named = new Set<string>();
  const ofParts = parts.map((part) => {
    const own = { ...found, paths: new Set(common) };
    try {
      for (const path of part.named.flatMap((file) => waysTo(folder, coverage.folder, file))) {
        add(own, path);
        named.add(path);
      }
      addBelow(own);
      return sortedPaths(own);
    } catch (error) {
      return { problem: messageOf(error) };
    }
  });
  const shown = coverage.isShared === true ? [] : coverage.entriesIn.flatMap((file) => waysTo(folder, coverage.folder, file));
  for (const path of [...ofParts.flatMap((paths) => ("problem" in paths ? [] : paths)), ...shown]) add(found, path);
  addBelow(found);
  for (const path of shown) named.add(path);
  return { folder, paths: sortedPaths(found), named: [...named].sort(), searched, parts: ofParts };
}

function sortedPaths(found: Found): readonly string[] {
  if (found.files > MOST_FILES || found.folders > MOST_FILES || found.bytes > MOST_BYTES) throw tooMuch(found);
  return [...found.paths].sort();
}

interface Found {
  readonly folder: string;
  readonly paths: Set<string>;
  readonly waiting: string[];
  files: number;
  folders: number;
  bytes: number;
  readonly narrow: string;
}

const NARROW = {
  folder: "its author can move the plugin to a smaller package or folder",
  files: "name fewer files in `files` and in the commands",
};

function tooMuch({ files, folders, bytes, narrow }: Found): UserError {
  const [isCounted, megabytes] = [files + folders <= MOST_COUNTED, Math.ceil(bytes / (1024 * 1024))];
  const numbers = `${isCounted ? "" : "at least "}${files} files (${megabytes} MB) in ${folders} folders`;
  return uncoverable(
    `Symposium would have to compare ${numbers} at every call; a consent covers at most ${MOST_FILES} files, 50 MB and ${MOST_FILES} folders: ${narrow}`,
  );
}

/** Something that is missing counts as a file: each call looks whether it is there. */
function add(found: Found, path: string): void {
  if (found.paths.has(path)) return;
  const stats = kindOf(join(found.folder, path));
  found.paths.add(path);
  if (stats?.isDirectory() === true) {
    found.folders += 1;
    found.waiting.push(path);
  } else found.files += 1;
  found.bytes += stats?.isFile() === true ? stats.size : 0;
  if (found.files + found.folders > MOST_COUNTED) throw tooMuch(found);
}

/** With the links on the way. `folder` has none in its path. `unchanged` are files that are as they were; their digests say which are links. */
export function namedPaths(
  coverage: Extract<Coverage, { kind: "folder" }>,
  folder: string,
  unchanged?: ReadonlyMap<string, CoveredFile>,
): readonly string[] {
  const files = [coverage.manifest, ...coverage.named];
  return [...new Set(files.flatMap((file) => waysTo(folder, coverage.folder, file, unchanged)))].sort();
}

/** The real path of a file, and every link on the way to it. `real` is the given folder without links in its path. */
function waysTo(real: string, given: string, file: string, unchanged?: ReadonlyMap<string, CoveredFile>): readonly string[] {
  const path = leadsDown(relative(given, file)) ?? leadsDown(relative(real, file));
  if (path === undefined) throw uncoverable(`${file} is outside of ${given}`);
  return unchanged !== undefined && isPlainWay(path, unchanged) ? [path] : follow(real, path);
}

function isPlainWay(path: string, files: ReadonlyMap<string, CoveredFile>): boolean {
  for (let end = path.indexOf("/"); ; end = path.indexOf("/", end + 1)) {
    const file = files.get(end === -1 ? path : path.slice(0, end));
    if (file === undefined || file[2].startsWith("link:")) return false;
    if (end === -1) return true;
  }
}

/** With `/`, or `undefined` where it leads out. */
function leadsDown(way: string): string | undefined {
  return isAbsolute(way) || way === ".." || way.startsWith(`..${sep}`) ? undefined : way.split(sep).join("/");
}

function follow(folder: string, path: string): readonly string[] {
  let rest = path === "" ? [] : path.split("/");
  const links: string[] = [];
  let at = "";
  while (rest.length > 0) {
    const [name = "", ...more] = rest;
    const next = at === "" ? name : `${at}/${name}`;
    if (kindOf(join(folder, next))?.isSymbolicLink() !== true) {
      [at, rest] = [next, more];
      continue;
    }
    if (links.push(next) > MOST_LINKS) throw uncoverable(`${join(folder, path)} is a link that leads back to itself`);
    const link = join(folder, next);
    const target = leadsDown(relative(folder, resolve(dirname(link), unicode(readLink(link), link))));
    if (target === undefined) throw uncoverable(`${link} is a link that leads out of ${folder}`);
    [at, rest] = ["", [...(target === "" ? [] : target.split("/")), ...more]];
  }
  // `..` behind a link leads elsewhere than its text says.
  if ((realPathIfThere(join(folder, path)) ?? join(folder, at)) !== join(folder, at))
    throw uncoverable(`${join(folder, path)} is a link that leads elsewhere than it says`);
  return [...links, at];
}

/** A folder is covered as the list of its names, so that an added file is noticed. */
function addBelow(found: Found, derived: readonly string[] = []): void {
  for (let at = found.waiting.pop(); at !== undefined; at = found.waiting.pop())
    for (const entry of entriesOf(join(found.folder, at)))
      if (!entry.isDirectory() || !derived.includes(entry.name)) addEntry(found, at === "" ? entry.name : `${at}/${entry.name}`, entry);
}

/** What a link leads to may be in none of the covered folders. */
function addEntry(found: Found, path: string, entry: FolderEntry): void {
  if (entry.isSymbolicLink()) for (const one of follow(found.folder, path)) add(found, one);
  else if (entry.isFile() || entry.isDirectory()) add(found, path);
  else throw uncoverable(`${join(found.folder, path)} is neither a file nor a folder`);
}

function globOf(pattern: string): Glob {
  const glob = pattern.startsWith("/") ? undefined : parseGlob(pattern.replaceAll("\\", "/"), {});
  if (glob === undefined || glob.parts.length === 0 || glob.parts.includes(".."))
    throw uncoverable(
      `${JSON.stringify(pattern)} is not a valid pattern of \`files\`: it starts at the plugin's folder and does not leave it`,
    );
  return glob;
}

function addMatching(found: Found, globs: readonly Glob[]): readonly Stamped[] {
  if (globs.length === 0) return [];
  const { folder } = found;
  const waiting = [""];
  const folders: Stamped[] = [];
  let searched = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    // Before it is read, so that a change meanwhile shows.
    folders.push([join(folder, at), changeStamp(join(folder, at))]);
    found.folders += 1;
    for (const entry of entriesOf(join(folder, at))) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      const names = path.split("/");
      if (++searched > MOST_SEARCHED) throw uncoverable(`\`files\` searches more than ${MOST_SEARCHED} files: name their folder`);
      if (entry.isDirectory()) {
        if (entry.name !== ".git" && globs.some((glob) => mayMatchBelow(glob, names))) waiting.push(path);
      } else if (globs.some((glob) => matchesGlob(glob, names))) addEntry(found, path, entry);
    }
  }
  return folders;
}

function entriesOf(folder: string): readonly FolderEntry[] {
  let entries: readonly FolderEntry[];
  try {
    entries = listEntries(folder);
  } catch (error) {
    throw uncoverable(`${folder} cannot be read (${messageOf(error)})`);
  }
  for (const { name } of entries) unicode(name, folder);
  return entries;
}

/** Node reads bytes that are not Unicode as U+FFFD: the name that results leads to no file, or to another one. */
function unicode(name: string, where: string): string {
  if (name.includes("\ufffd")) throw uncoverable(`${where} has names that are not Unicode`);
  return name;
}

function kindOf(path: string): FileStats | undefined {
  try {
    return linkStatOf(path);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw uncoverable(`${path} cannot be read (${message})`);
  }
}
