/** The manifests needed to read one workspace: each is read once, and its text and problems are recorded. */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { readTextFile, readTextFileWithin } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import { readRegularText } from "../../host/read-file.ts";
import { askedOnce, type Stamp, type Stamped } from "../../host/reading-budget.ts";
import { stamped, timeOfStamp } from "../../host/stamp.ts";
import { writeAtomically } from "../../host/write-file.ts";
import { isObject } from "../../model/json.ts";
import { BUILD } from "../../version.ts";
import { confinedManifest, type PackageManifest, type ReadPackageManifest, readPackageManifest } from "./package-manifest.ts";

export interface PackageManifests {
  /** The folder's manifest; `undefined` where it is missing, unreadable, or outside the bounds. */
  readonly at: (folder: string) => PackageManifest | undefined;
  /** Whether it exists, readable or not. */
  readonly isThere: (folder: string) => boolean;
  /** From now on nothing outside is read, and what was read names nothing outside. */
  readonly confineTo: (bounds: Bounds) => void;
  readonly bounds: () => Bounds | undefined;
  /** From now on manifests are taken from there, and added. */
  readonly useStore: (store: ManifestStore) => void;
  /** Every file read so far. */
  readonly stamps: ReadonlyMap<string, Stamped>;
  readonly problems: Problem[];
}

/** Of all manifests together, far above any real workspace; more would keep a hook call reading for minutes. */
const MOST_TEXT = 64 * 1024 * 1024;

export function openPackageManifests(within?: Bounds): PackageManifests {
  let bounds = within;
  let store: ManifestStore | undefined;
  let length = 0;
  const known = new Map<string, PackageManifest | undefined>();
  const there = new Set<string>();
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  const read = (folder: string): PackageManifest | undefined => {
    const file = entryPath(folder, "Cargo.toml");
    const stamp = stamped(file);
    stamps.set(file, stamp);
    const stored = bounds?.leadsOut(file) === undefined ? store?.find(file, stamp[1]) : undefined;
    const result = stored === undefined ? parse(file, folder) : { manifest: stored };
    if (stored !== undefined) there.add(folder);
    if (result !== undefined && "problem" in result) problems.push(result.problem);
    if (result === undefined || !("manifest" in result)) return undefined;
    if (stored === undefined) store?.add(stamp[1], result.manifest);
    return bounds === undefined ? result.manifest : confinedManifest(result.manifest, bounds, problems);
  };
  const parse = (file: string, folder: string): ReadPackageManifest | undefined => {
    const text = readTextFileWithin(file, bounds);
    if (text.kind === "missing") return undefined;
    there.add(folder);
    if (text.kind === "bad") return text;
    length += text.text.length;
    return length > MOST_TEXT ? tooMuch(file) : askedOnce("cargo ", file, () => readPackageManifest(file, folder, text.text));
  };
  const at = (folder: string): PackageManifest | undefined => {
    if (!known.has(folder)) known.set(folder, read(folder));
    return known.get(folder);
  };
  const isThere = (folder: string) => {
    at(folder);
    return there.has(folder);
  };
  const confineTo = (narrower: Bounds) => {
    bounds = narrower;
    for (const [folder, manifest] of known) if (manifest !== undefined) known.set(folder, confinedManifest(manifest, narrower, problems));
  };
  const useStore = (given: ManifestStore) => {
    store = given;
  };
  return { at, isThere, confineTo, bounds: () => bounds, useStore, stamps, problems };
}

function tooMuch(file: string): { readonly problem: Problem } {
  const message = `is not read: the manifests of this workspace have more than ${MOST_TEXT / 1024 / 1024} MiB together`;
  return { problem: { severity: "error", file, message } };
}

/**
 * The members' manifests as they were last read. After a change of the lock file alone, hundreds of them need not be parsed again in a hook
 * call. An entry counts while its file has the same stamp.
 */
interface ManifestStore {
  readonly find: (file: string, stamp: Stamp) => PackageManifest | undefined;
  readonly add: (stamp: Stamp, manifest: PackageManifest) => void;
  /** Writes what was found and added, if anything was added. */
  readonly save: () => void;
}

type Entry = readonly [stamp: Stamp, manifest: Omit<PackageManifest, "text">];

const MOST_BYTES = 64 * 1024 * 1024;

/** Fewer are parsed as fast as they are read here. */
const FEWEST = 20;

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

/** With any problem in `place`, nothing is known. */
export function openManifestStore(place: string): ManifestStore {
  const known = readEntries(place);
  const used = new Map<string, Entry>();
  let isChanged = false;
  return {
    find: (file, stamp) => {
      const entry = known.get(file);
      if (entry === undefined || entry[0] !== stamp) return undefined;
      used.set(file, entry);
      return Object.assign(entry[1], { text: () => textOf(file) });
    },
    add: (stamp, manifest) => {
      // Its table of dependencies is a map, which JSON does not have.
      if (manifest.workspace !== undefined || !(timeOfStamp(stamp) < Date.now() - SETTLED_MS)) return;
      used.set(manifest.file, [stamp, manifest]);
      isChanged = true;
    },
    save: () => {
      if (isChanged && used.size >= FEWEST) writeEntries(place, used);
    },
  };
}

/** Needed only where there is no lock file. */
function textOf(file: string): string {
  const read = readTextFile(file);
  return read.kind === "text" ? read.text : "";
}

function readEntries(place: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    const value: unknown = JSON.parse(readRegularText(place, { maxBytes: MOST_BYTES, isOurs: true }));
    const listed: unknown = isObject(value) && value["build"] === BUILD ? value["entries"] : [];
    for (const entry of Array.isArray(listed) ? (listed as Entry[]) : []) entries.set(entry[1].file, entry);
  } catch {
    // Missing or damaged.
  }
  return entries;
}

function writeEntries(place: string, entries: ReadonlyMap<string, Entry>): void {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    writeAtomically(place, `${JSON.stringify({ build: BUILD, entries: [...entries.values()] })}\n`, { mode: 0o600 });
  } catch {
    // Without it the next call reads the files again.
  }
}
