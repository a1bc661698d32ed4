import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import { sameBytes } from "./same-bytes.ts";

/** Far above any real package. */
const MOST_ENTRIES = 10_000;

/** Whether two folders contain the same files, of what counts directly in them. Links must be written alike. Never throws: what cannot be compared differs. */
export function sameTree(one: string, other: string, counts: (name: string) => boolean): boolean {
  try {
    return sameFolders(one, other, counts, { left: MOST_ENTRIES });
  } catch {
    return false;
  }
}

function sameFolders(one: string, other: string, counts: (name: string) => boolean, bound: { left: number }): boolean {
  const [names, others] = [one, other].map((folder) => readdirSync(folder).filter(counts).toSorted());
  if (names === undefined || names.join("\0") !== others?.join("\0")) return false;
  bound.left -= names.length;
  return bound.left >= 0 && names.every((name) => sameEntry(join(one, name), join(other, name), bound));
}

function sameEntry(one: string, other: string, bound: { left: number }): boolean {
  const [ours, theirs] = [lstatSync(one), lstatSync(other)];
  if (ours.isDirectory()) return theirs.isDirectory() && sameFolders(one, other, () => true, bound);
  if (ours.isSymbolicLink()) return theirs.isSymbolicLink() && readlinkSync(one) === readlinkSync(other);
  return ours.isFile() && theirs.isFile() && sameBytes(one, other);
}
