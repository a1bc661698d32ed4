/** What is in home and project, so that two moments can be compared byte for byte. */

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

import type { Folders } from "./recipes/recipe.ts";

/** Path below the run's folder → kind, mode and content. */
export type Snapshot = ReadonlyMap<string, string>;

export function snapshot({ root, home, project }: Folders): Snapshot {
  const paths = [home, project].flatMap(everythingIn);
  return new Map(paths.map((path) => [relative(root, path), stateOf(path)]));
}

/** Paths that came, went or are not the same, in order. */
export function changesSince(before: Snapshot, after: Snapshot): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

/** Every path below a folder; links are not followed. */
export function everythingIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [path, ...(entry.isDirectory() ? everythingIn(path) : [])];
  });
}

/** The native program is too large to be read in every run; no one changes it without changing its time. */
const LARGE = 10_000_000;

function stateOf(path: string): string {
  const found = lstatSync(path);
  const { mode, size, mtimeMs } = found;
  const kind = mode.toString(8);
  if (found.isSymbolicLink()) return `${kind} ${readlinkSync(path)}`;
  if (!found.isFile()) return kind;
  if (size > LARGE) return `${kind} ${size} ${mtimeMs}`;
  return `${kind} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
}
