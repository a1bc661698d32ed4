/** The covered files as they are now, and the digest that a consent is bound to (PL-17). */

import { join, sep } from "node:path";

import { messageOf } from "../canonical/error-message.ts";
import { entryPath } from "../platform/entry-path.ts";
import { realPathIfThere } from "../platform/real-path.ts";
import { sha256 } from "../platform/sha256.ts";
import { MISSING, type Stamped } from "../platform/stamp.ts";
import { stampOfPath } from "./consent-stamp.ts";
import { coveredPaths, type CoveredPaths, namedPaths } from "./covered-paths.ts";
import { pathDigest, pathStats } from "./file-digest.ts";
import type { CoveredFile } from "./consent-record.ts";
import { linksAbove } from "./links-above.ts";
import type { Coverage } from "./subject.ts";
import { uncoverable } from "./uncoverable.ts";

export interface Snapshot extends Omit<CoveredPaths, "paths"> {
  readonly digest: string;
  /** Paths are relative to the folder. */
  readonly files: readonly CoveredFile[];
  /** On the way to the folder. */
  readonly links: readonly Stamped[];
}

type Known = Pick<Snapshot, "folder" | "files">;

/** Hashes what differs from `known` by its stamp. Throws where a consent cannot be bound to the files. */
export function snapshotOf(coverage: Coverage, known: readonly Known[] = []): Snapshot {
  // Before the files are read, so that a change meanwhile shows.
  const links = linksAbove(coverage.folder);
  const real = known.length === 0 ? undefined : realPathIfThere(coverage.folder);
  const same = known.find(({ folder }) => folder === real);
  return { ...((same && untouched(coverage, same)) ?? searched(coverage, same)), links };
}

type Inside = Omit<Snapshot, "links">;

/** A covered folder's stamp shows every added or removed name. While all stamps are the same, no folder needs to be listed. */
function untouched(coverage: Coverage, { folder, files }: Known): Inside | undefined {
  const isWhole = coverage.kind === "folder" && files[0]?.[0] === "";
  if (!isWhole) return undefined;
  const digests = new Map<string, string>();
  for (const [path, stamp, digest] of files) {
    if (currentStamp(pathIn(folder, path)) !== stamp) return undefined;
    digests.set(path, digest);
  }
  const named = namedPaths(coverage, folder, digests);
  // Another version of Symposium may find other names in the same commands.
  for (const path of named) if (!digests.has(path)) return undefined;
  for (const [path, stamp] of files) if (stamp === MISSING && !named.includes(path)) return undefined;
  return { folder, named, searched: [], files, digest: digestOf(files, boundBeside(coverage)) };
}

/** Of a covered file, by its path in the record. */
export function pathIn(folder: string, path: string): string {
  return path === "" ? folder : entryPath(folder, sep === "/" ? path : path.replaceAll("/", sep));
}

/** `undefined` where it cannot be known. */
function currentStamp(file: string): string | undefined {
  try {
    return stampOfPath(pathStats(file));
  } catch {
    return undefined;
  }
}

function searched(coverage: Coverage, known: Known | undefined): Inside {
  const { paths, ...covered } = coveredPaths(coverage);
  const before = new Map(known?.folder === covered.folder ? known.files.map((file) => [file[0], file]) : []);
  const derived = coverage.kind === "folder" ? coverage.derived : [];
  const files = paths.map((path) => coveredFile(covered.folder, path, before.get(path), derived));
  // A file that appeared after the list was made is in the names of its folder, and its bytes are not covered.
  if (coverage.kind === "folder" && coveredPaths(coverage).paths.join("\0") !== paths.join("\0"))
    throw uncoverable(`${covered.folder} keeps changing`);
  return { ...covered, files, digest: digestOf(files, boundBeside(coverage)) };
}

/** What a consent is bound to beside bytes of files. */
function boundBeside(coverage: Coverage): string {
  if (coverage.kind === "part") return `part ${sha256(coverage.text)}`;
  return coverage.kind === "folder" && coverage.version !== undefined ? `version ${coverage.version}` : "";
}

/** A file that changes all the time is not hashed for ever. */
const MOST_TRIES = 3;

function coveredFile(folder: string, path: string, known: CoveredFile | undefined, derived: readonly string[]): CoveredFile {
  const file = join(folder, path);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    try {
      const stats = pathStats(file);
      const stamp = stampOfPath(stats);
      if (known !== undefined && known[1] === stamp) return known;
      const started = Date.now();
      const digest = pathDigest(file, stats, derived);
      if (stampOfPath(pathStats(file)) === stamp) return [path, isSettled(stats?.ctimeMs, started) ? stamp : UNSETTLED, digest];
    } catch (error) {
      throw uncoverable(`${file} cannot be read (${messageOf(error)})`);
    }
  }
  throw uncoverable(`${file} keeps changing`);
}

/** File systems count in steps: a second change in the step of the first leaves the same stamp. */
const STEP_MS = 50;
/** Equals no stamp, so that the file is hashed again. */
const UNSETTLED = "?";

function isSettled(changed: number | undefined, hashed: number): boolean {
  return changed === undefined || hashed - changed > STEP_MS;
}

/** Every part is preceded by its length, so that no two lists of files give the same bytes. */
export function digestOf(files: readonly CoveredFile[], beside: string): string {
  let text = framed("symposium-consent-1") + framed("all") + framed(beside);
  for (const [path, , digest] of files) text += framed(path) + framed(digest);
  return sha256(text);
}

function framed(text: string): string {
  return `${Buffer.byteLength(text)}:${text}`;
}
