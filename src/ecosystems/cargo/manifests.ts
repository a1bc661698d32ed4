/** The manifests needed to read one workspace: each is read once, and its text and problems are recorded. */

import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { entryPath } from "../../platform/entry-path.ts";
import { askedOnce } from "../../platform/reading-budget.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import { confinedManifest } from "./confine.ts";
import type { ManifestStore } from "./manifest-store.ts";
import { type Manifest, readManifest, type ReadManifest } from "./manifest.ts";

export interface Manifests {
  /** The folder's manifest; `undefined` where it is missing, unreadable, or outside the bounds. */
  readonly at: (folder: string) => Manifest | undefined;
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

export function openManifests(within?: Bounds): Manifests {
  let bounds = within;
  let store: ManifestStore | undefined;
  let length = 0;
  const known = new Map<string, Manifest | undefined>();
  const there = new Set<string>();
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  const read = (folder: string): Manifest | undefined => {
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
  const parse = (file: string, folder: string): ReadManifest | undefined => {
    const text = readTextFileWithin(file, bounds);
    if (text.kind === "missing") return undefined;
    there.add(folder);
    if (text.kind === "bad") return text;
    length += text.text.length;
    return length > MOST_TEXT ? tooMuch(file) : askedOnce("cargo ", file, () => readManifest(file, folder, text.text));
  };
  const at = (folder: string): Manifest | undefined => {
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
