/** The manifests needed to read one workspace: each is read once, and its text and problems are recorded. */

import { type Memo, openMemo } from "../../files/memo.ts";
import { readTextFile } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import { askedOnce, type Stamp, type Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
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
  readonly useStore: (store: Memo<StoredManifest>) => void;
}

export function openPackageManifests(within?: Bounds): PackageManifests {
  let bounds = within;
  let store: Memo<StoredManifest> | undefined;
  const files = openFiles(() => bounds, "the manifests of this workspace");
  const { problems } = files;
  const stamps = new Map<string, Stamped>();
  const known = new Map<string, PackageManifest | undefined>();
  const there = new Set<string>();
  const read = (folder: string): PackageManifest | undefined => {
    const file = entryPath(folder, "Cargo.toml");
    const stamp = stamped(file);
    stamps.set(file, stamp);
    const stored = bounds?.leadsOut(file) === undefined ? store?.find(file) : undefined;
    if (stored !== undefined || files.isThere(file)) there.add(folder);
    const manifest = stored === undefined ? parsed(file, folder) : { ...stored, text: () => textOf(file) };
    if (manifest === undefined) return undefined;
    // A workspace's table of dependencies is a map, which JSON does not have.
    if (stored === undefined && manifest.workspace === undefined) store?.add(file, { ...manifest, stamp: stamp[1] });
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
  const useStore = (given: Memo<StoredManifest>) => {
    store = given;
  };
  return { at, isThere, confineTo, bounds: () => bounds, useStore, stamps, problems };
}

/** As it was last read, without its text. */
type StoredManifest = Omit<PackageManifest, "text"> & { readonly stamp: Stamp };

/** After a change of the lock file alone, hundreds of manifests need not be parsed again in a hook call. */
export function openStoredManifests(file: string): Memo<StoredManifest> {
  const kind = ["symposium-cargo-manifests 1"];
  return openMemo({ file, kind, now: Date.now, watchedOf: (manifest) => [[manifest.file, manifest.stamp]], fewest: 20 });
}

/** Needed only where there is no lock file. */
function textOf(file: string): string {
  const read = readTextFile(file);
  return read.kind === "text" ? read.text : "";
}
