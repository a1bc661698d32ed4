/** The manifests needed to read one workspace: each is read once, and its text and problems are recorded. */

import { isSettled, readSealed, writeSealed } from "../../files/memo.ts";
import { readTextFile } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import { askedOnce, type Stamp, type Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { BUILD } from "../../version.ts";
import { openFiles, type RootFiles } from "../open-files.ts";
import { confinedManifest, type PackageManifest, readPackageManifest } from "./package-manifest.ts";

export interface PackageManifests extends Pick<RootFiles, "stamps" | "problems"> {
  /** The folder's manifest; `undefined` where it is missing, unreadable, or outside the bounds. */
  readonly at: (folder: string) => PackageManifest | undefined;
  /** Whether it exists, readable or not. */
  readonly isThere: (folder: string) => boolean;
  /** From now on nothing outside is read, and what was read names nothing outside. */
  readonly confineTo: (bounds: Bounds) => void;
  readonly bounds: () => Bounds | undefined;
  /** From now on manifests are taken from there, and added. */
  readonly useStore: (store: ManifestStore) => void;
}

export function openPackageManifests(within?: Bounds): PackageManifests {
  let bounds = within;
  let store: ManifestStore | undefined;
  const files = openFiles(() => bounds, "the manifests of this workspace");
  const { problems } = files;
  const stamps = new Map<string, Stamped>();
  const known = new Map<string, PackageManifest | undefined>();
  const there = new Set<string>();
  const read = (folder: string): PackageManifest | undefined => {
    const file = entryPath(folder, "Cargo.toml");
    const stamp = stamped(file);
    stamps.set(file, stamp);
    const stored = bounds?.leadsOut(file) === undefined ? store?.find(file, stamp[1]) : undefined;
    if (stored !== undefined || files.isThere(file)) there.add(folder);
    const manifest = stored ?? parsed(file, folder);
    if (manifest === undefined) return undefined;
    if (stored === undefined) store?.add(stamp[1], manifest);
    return bounds === undefined ? manifest : confinedManifest(manifest, bounds, problems);
  };
  const parsed = (file: string, folder: string): PackageManifest | undefined => {
    const text = files.text(file);
    const result = text === undefined ? undefined : askedOnce("cargo ", file, () => readPackageManifest(file, folder, text));
    if (result !== undefined && "problem" in result) problems.push(result.problem);
    return result !== undefined && "manifest" in result ? result.manifest : undefined;
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

/** As they were last read: after a change of the lock file alone, hundreds need not be parsed again. An entry counts while its file has the same stamp. */
interface ManifestStore {
  readonly find: (file: string, stamp: Stamp) => PackageManifest | undefined;
  readonly add: (stamp: Stamp, manifest: PackageManifest) => void;
  /** Writes what was found and added, if anything was added. */
  readonly save: () => void;
}

type Entry = readonly [stamp: Stamp, manifest: Omit<PackageManifest, "text">];

/** Fewer are parsed as fast as they are read here. */
const FEWEST = 20;

const KIND = ["symposium-cargo-manifests 1", BUILD];

/** With any problem in `place`, nothing is known. */
export function openManifestStore(place: string): ManifestStore {
  const known = new Map(((readSealed(place, KIND) ?? []) as Entry[]).map((entry) => [entry[1].file, entry]));
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
      if (manifest.workspace !== undefined || !isSettled([manifest.file, stamp], Date.now())) return;
      used.set(manifest.file, [stamp, manifest]);
      isChanged = true;
    },
    save: () => {
      if (isChanged && used.size >= FEWEST) writeSealed(place, KIND, [...used.values()]);
    },
  };
}

/** Needed only where there is no lock file. */
function textOf(file: string): string {
  const read = readTextFile(file);
  return read.kind === "text" ? read.text : "";
}
