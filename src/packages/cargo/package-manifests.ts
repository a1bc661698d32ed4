/** The manifests needed to read one workspace: each is read once, and its text and problems are recorded. */

import { type Memo, openMemo } from "../../files/memo.ts";
import { readTextFile } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { entryPath } from "../../host/paths.ts";
import { askedOnce, type Stamp, type Stamped } from "../../host/reading-budget.ts";
import { stamped } from "../../host/stamp.ts";
import { openFiles } from "../open-files.ts";
import { confinedManifest, type PackageManifest, readPackageManifest } from "./package-manifest.ts";

export type PackageManifests = ReturnType<typeof openPackageManifests>;

export function openPackageManifests(within?: Bounds) {
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
    // The text is needed only where there is no lock file.
    const manifest = stored === undefined ? parsed(file, folder) : { ...stored, text: () => readFound(file) };
    if (manifest === undefined) return undefined;
    // A workspace's table of dependencies is a map, which JSON does not have.
    if (stored === undefined && manifest.workspace === undefined) store?.add(file, { ...manifest, stamp: stamp[1] });
    return bounds === undefined ? manifest : confinedManifest(manifest, bounds, problems);
  };
  const parsed = (file: string, folder: string): PackageManifest | undefined => {
    const text = files.text(file);
    if (text === undefined) return undefined;
    const { manifest, problem } = askedOnce("cargo ", file, () => readPackageManifest(file, folder, text));
    if (problem !== undefined) problems.push(problem);
    return manifest;
  };
  /** The folder's manifest; `undefined` where it is missing, unreadable, or outside the bounds. */
  const at = (folder: string): PackageManifest | undefined => {
    if (!known.has(folder)) known.set(folder, read(folder));
    return known.get(folder);
  };
  /** Whether it exists, readable or not. */
  const isThere = (folder: string): boolean => {
    at(folder);
    return there.has(folder);
  };
  /** From now on nothing outside is read, and what was read names nothing outside. */
  const confineTo = (narrower: Bounds): void => {
    bounds = narrower;
    for (const [folder, manifest] of known) if (manifest !== undefined) known.set(folder, confinedManifest(manifest, narrower, problems));
  };
  /** From now on manifests are taken from the store, and added to it. */
  const useStore = (given: Memo<StoredManifest>): void => void (store = given);
  return { at, isThere, confineTo, bounds: (): Bounds | undefined => bounds, useStore, stamps, problems };
}

/** As it was last read, without its text. */
type StoredManifest = Omit<PackageManifest, "text"> & { readonly stamp: Stamp };

/** After a change of the lock file alone, hundreds of manifests need not be parsed again in a hook call. */
export function openStoredManifests(file: string): Memo<StoredManifest> {
  const kind = ["symposium-cargo-manifests 1"];
  return openMemo({ file, kind, now: Date.now, watchedOf: (manifest) => [[manifest.file, manifest.stamp]], fewest: 20 });
}

function readFound(file: string): string {
  const read = readTextFile(file);
  return read.kind === "text" ? read.text : "";
}
