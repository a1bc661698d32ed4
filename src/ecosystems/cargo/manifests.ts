/** The manifests that one look at a workspace needs: each is read once, and what was read and what was wrong is kept. */

import { sep } from "node:path";

import type { Problem } from "../../config/problem.ts";
import { readTextFile } from "../../config/text-file.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import { type Manifest, readManifest } from "./manifest.ts";

export interface Manifests {
  /** The folder's manifest; `undefined` where there is none, or none that can be read. */
  readonly at: (folder: string) => Manifest | undefined;
  /** Whether it is there, readable or not. */
  readonly isThere: (folder: string) => boolean;
  /** Everything looked at so far, by file. */
  readonly stamps: ReadonlyMap<string, Stamped>;
  readonly problems: Problem[];
}

export function openManifests(): Manifests {
  const known = new Map<string, Manifest | undefined>();
  const there = new Set<string>();
  const stamps = new Map<string, Stamped>();
  const problems: Problem[] = [];
  const at = (folder: string): Manifest | undefined => {
    if (known.has(folder)) return known.get(folder);
    const file = folder.endsWith(sep) ? `${folder}Cargo.toml` : `${folder}${sep}Cargo.toml`;
    stamps.set(file, stamped(file));
    const read = readTextFile(file);
    if (read.kind !== "missing") there.add(folder);
    const result = read.kind === "text" ? readManifest(file, folder, read.text) : read;
    if ("problem" in result) problems.push(result.problem);
    const manifest = "manifest" in result ? result.manifest : undefined;
    known.set(folder, manifest);
    return manifest;
  };
  const isThere = (folder: string) => {
    at(folder);
    return there.has(folder);
  };
  return { at, isThere, stamps, problems };
}
