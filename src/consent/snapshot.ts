/** The covered files as they are now, and the digest that a consent is bound to (PL-17). */

import { isAbsolute, join, parse, sep } from "node:path";

import { messageOf } from "../errors.ts";
import { byteLength, sha256 } from "../host/engine.ts";
import { type FileStats, linkStatOf, listNames, readLink } from "../host/files.ts";
import { entryPath, realPathIfThere } from "../host/paths.ts";
import { readInPlace } from "../host/read-file.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { changeStamp, changeStampOf, MISSING } from "../host/stamp.ts";
import type { CoveredFile } from "./consent-file.ts";
import { type CoveredPaths, coveredPaths, namedPaths, type Uncovered } from "./covered-paths.ts";
import { type Covered, uncoverable } from "./subject.ts";

export interface Snapshot extends Omit<CoveredPaths, "paths" | "parts"> {
  readonly digest: string;
  /** Paths are relative to the folder. */
  readonly files: readonly CoveredFile[];
  /** On the way to the folder. */
  readonly links: readonly Stamped[];
  readonly parts: readonly (PartNow | Uncovered)[];
  /** Why one of the parts cannot be covered: then nothing can be decided about the whole. */
  readonly problem?: string;
}

export interface PartNow {
  readonly digest: string;
  readonly paths: readonly string[];
}

type Known = Pick<Snapshot, "folder" | "files">;

/** Hashes what differs from `known` by its stamp. Throws where a consent cannot be bound to the files. */
export function snapshotOf(covered: Covered, known: readonly Known[] = []): Snapshot {
  const { coverage } = covered;
  // Before the files are read, so that a change meanwhile shows.
  const real = realPathIfThere(coverage.folder);
  const links = real === coverage.folder ? [] : linksAbove(coverage.folder);
  const same = known.find(({ folder }) => folder === real);
  return { ...((same && untouched(covered, same)) ?? searched(covered, same)), links };
}

type Inside = Omit<Snapshot, "links">;

/** A covered folder's stamp shows every added or removed name. While all stamps are the same, no folder needs to be listed. */
function untouched(covered: Covered, { folder, files }: Known): Inside | undefined {
  const { coverage, parts } = covered;
  if (coverage.kind !== "folder" || files[0]?.[0] !== "") return undefined;
  const byPath = new Map<string, CoveredFile>();
  for (const file of files) {
    const [path, stamp] = file;
    if (currentStamp(pathIn(folder, path)) !== stamp) return undefined;
    byPath.set(path, file);
  }
  const named = namedPaths(coverage, folder, byPath);
  // Another version of Symposium may find other names in the same commands.
  for (const path of named) if (!byPath.has(path)) return undefined;
  for (const [path, stamp] of files) if (stamp === MISSING && !named.includes(path)) return undefined;
  const paths = [...byPath.keys()];
  return {
    folder,
    named,
    searched: [],
    files,
    ...withDigests(
      covered,
      byPath,
      paths,
      parts.map(() => paths),
    ),
  };
}

function pathStats(path: string): FileStats | undefined {
  try {
    return linkStatOf(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

export function pathIn(folder: string, path: string): string {
  return path === "" ? folder : entryPath(folder, sep === "/" ? path : path.replaceAll("/", sep));
}

/** `undefined` where it cannot be known. */
function currentStamp(file: string): string | undefined {
  try {
    return changeStampOf(pathStats(file));
  } catch {
    return undefined;
  }
}

function searched(covered: Covered, known: Known | undefined): Inside {
  const { coverage } = covered;
  const { paths, parts, ...found } = coveredPaths(covered);
  const before = new Map(known?.folder === found.folder ? known.files.map((file) => [file[0], file]) : []);
  const derived = coverage.kind === "folder" ? coverage.derived : [];
  const files = new Map<string, CoveredFile | Uncovered>();
  for (const path of paths) files.set(path, coveredFile(found.folder, path, before.get(path), derived));
  // A file that appeared after the list was made is in the names of its folder, and its bytes are not covered.
  if (coverage.kind === "folder" && coveredPaths(covered).paths.join("\0") !== paths.join("\0"))
    throw uncoverable(`${found.folder} keeps changing`);
  const hashed = [...files.values()].flatMap((file) => ("problem" in file ? [] : [file]));
  return { ...found, files: hashed, ...withDigests(covered, files, paths, parts) };
}

type CoveredFiles = ReadonlyMap<string, CoveredFile | Uncovered>;

function withDigests(
  { coverage, parts }: Covered,
  files: CoveredFiles,
  all: readonly string[],
  ofParts: readonly (readonly string[] | Uncovered)[],
) {
  // The parts of a package have all files in common, in one list.
  const known = new Map<readonly string[], string | Uncovered>();
  const version = coverage.kind === "folder" && coverage.version !== undefined ? `version ${coverage.version}` : "";
  const bytesOf = (list: readonly string[]) => {
    const digest = known.get(list) ?? digestOf(list, files, version);
    known.set(list, digest);
    return digest;
  };
  const now = parts.map(({ kind, name, entry }, at): PartNow | Uncovered => {
    const list = ofParts[at] ?? [];
    if ("problem" in list) return list;
    const bytes = bytesOf(list);
    return typeof bytes === "string" ? { digest: digestOfTexts(["part", kind, name, entry, bytes]), paths: list } : bytes;
  });
  const problem = now.find((part) => "problem" in part)?.problem;
  const digests = now.flatMap((part) => ("problem" in part ? [] : part.digest)).sort();
  // A package is bound to all of its files, whether or not something of it runs.
  const whole = coverage.kind === "folder" ? bytesOf(all) : "";
  return { parts: now, digest: digestOfTexts(["all", typeof whole === "string" ? whole : "", problem ?? "", ...digests]), problem };
}

const MOST_TRIES = 3;

function coveredFile(folder: string, path: string, known: CoveredFile | undefined, derived: readonly string[]): CoveredFile | Uncovered {
  const file = join(folder, path);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const stats = pathStats(file);
      const stamp = changeStampOf(stats);
      if (known !== undefined && known[1] === stamp) return known;
      const started = Date.now();
      const digest = pathDigest(file, stats, derived);
      const isSettled = stats === undefined || started - stats.ctimeMs > STEP_MS;
      if (changeStampOf(pathStats(file)) === stamp) return [path, isSettled ? stamp : UNSETTLED, digest];
    } catch (error) {
      return { problem: `${file} cannot be read (${messageOf(error)})` };
    }
  }
  return { problem: `${file} keeps changing` };
}

/** File systems count in steps: a second change in the step of the first leaves the same stamp. */
const STEP_MS = 50;

/** Equals no stamp, so that the file is hashed again. */
const UNSETTLED = "?";

function digestOf(paths: readonly string[], files: CoveredFiles, version: string): string | Uncovered {
  const texts = ["files", version];
  for (const path of paths) {
    const file = files.get(path);
    if (file === undefined || "problem" in file) return file ?? { problem: `${path} is not known` };
    texts.push(path, file[2]);
  }
  return digestOfTexts(texts);
}

/** Every text is preceded by its length, so that no two lists give the same bytes. */
export function digestOfTexts(texts: readonly string[]): string {
  return sha256(["symposium-consent-2", ...texts].map((text) => `${byteLength(text)}:${text}`).join(""));
}

/** Node reads no larger file at once. */
const LARGEST = 256 * 1024 * 1024;

/**
 * `x:` is in front of an executable's; `-` stands for nothing there. `path` has no links above its last part. A folder's digest leaves out the names in
 * `derived`: a file or link of that name is covered by itself. Throws where it cannot be read, or is neither file, folder nor link.
 */
function pathDigest(path: string, stats: FileStats | undefined, derived: readonly string[]): string {
  if (stats === undefined) return MISSING;
  if (stats.isSymbolicLink()) return `link:${sha256(readLink(path))}`;
  if (stats.isDirectory()) {
    const names = listNames(path).filter((name) => !derived.includes(name));
    return `folder:${sha256(names.sort().join("\0"))}`;
  }
  const digest = sha256(readInPlace(path, LARGEST));
  return (stats.mode & 0o111) === 0 ? digest : `x:${digest}`;
}

const MOST_LINKS = 40;

/** The links on the way to a folder, with their stamps: a link that is swapped leads to other files, while the covered ones keep their stamps. */
function linksAbove(folder: string): readonly Stamped[] {
  const links: Stamped[] = [];
  const { root } = parse(folder);
  let [at, rest] = [root, folder.slice(root.length).split(sep)];
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const next = join(at, name);
    if (linkStatOf(next)?.isSymbolicLink() !== true) {
      at = next;
      continue;
    }
    if (links.push([next, changeStamp(next)]) > MOST_LINKS) throw uncoverable(`${folder} is a link that leads back to itself`);
    const target = readLink(next);
    if (isAbsolute(target)) at = parse(target).root;
    rest = [...target.slice(parse(target).root.length).split(sep), ...rest];
  }
  return links;
}
