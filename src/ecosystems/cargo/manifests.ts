/** The manifests needed to read one workspace: each is read once, and its text and problems are recorded. */

import { sep } from "node:path";

import type { Problem } from "../../documents/problem.ts";
import { readTextFileWithin } from "../../documents/text-file-within.ts";
import type { Bounds } from "../../platform/bounds.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import { confinedManifest } from "./confine.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export interface Manifests {
  /** The folder's manifest; `undefined` where it is missing, unreadable, or outside the bounds. */
  readonly at: (folder: string) => Manifest | undefined;
  /** Whether it exists, readable or not. */
  readonly isThere: (folder: string) => boolean;
  /** From now on nothing outside is read, and what was read names nothing outside. */
  readonly confineTo: (bounds: Bounds) => void;
  readonly bounds: () => Bounds | undefined;
  /** Every file read so far. */
  readonly stamps: ReadonlyMap<string, Stamped>;
  readonly problems: Problem[];
}

/** Of all manifests together, far above any real workspace; more would keep a hook call reading for minutes. */
const MOST_TEXT = 64 * 1024 * 1024;

export function openManifests(within?: Bounds): Manifests {
  let bounds = within;
  let length = 0;
  const known = new Map<string, Manifest | undefined>();
  const there = new Set<string>();
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  const read = (folder: string): Manifest | undefined => {
    const file = folder.endsWith(sep) ? `${folder}Cargo.toml` : `${folder}${sep}Cargo.toml`;
    stamps.set(file, stamped(file));
    const text = readTextFileWithin(file, bounds);
    if (text.kind !== "missing") there.add(folder);
    if (text.kind === "text") length += text.text.length;
    const result = length > MOST_TEXT ? tooMuch(file) : text.kind === "text" ? readManifest(file, folder, text.text) : text;
    if ("problem" in result) problems.push(result.problem);
    if (!("manifest" in result)) return undefined;
    return bounds === undefined ? result.manifest : confinedManifest(result.manifest, bounds, problems);
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
  return { at, isThere, confineTo, bounds: () => bounds, stamps, problems };
}

function tooMuch(file: string): { readonly problem: Problem } {
  const message = `is not read: the manifests of this workspace have more than ${MOST_TEXT / 1024 / 1024} MiB together`;
  return { problem: { severity: "error", file, message } };
}
