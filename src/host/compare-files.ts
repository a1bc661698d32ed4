import { lstatSync, openSync, readdirSync, readlinkSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

import { attempt } from "../errors.ts";
import { closing } from "./read-file.ts";

const PART = 1024 * 1024;

/** Whether two files have the same content; two names of one file are not read, nor files of different length. */
export function sameBytes(left: string, right: string): boolean {
  const [one, other] = [statSync(left, { throwIfNoEntry: false }), statSync(right, { throwIfNoEntry: false })];
  if (one?.isFile() !== true || other?.isFile() !== true || one.size !== other.size) return false;
  if (one.ino === other.ino && one.dev === other.dev && one.ino !== 0) return true;
  return closing(openSync(left, "r"), (here) => closing(openSync(right, "r"), (there) => sameContent(here, there)));
}

function sameContent(here: number, there: number): boolean {
  const [ours, theirs] = [Buffer.alloc(PART), Buffer.alloc(PART)];
  for (;;) {
    const [read, expected] = [readSync(here, ours), readSync(there, theirs)];
    if (read !== expected || !ours.subarray(0, read).equals(theirs.subarray(0, read))) return false;
    if (read === 0) return true;
  }
}

/** Far above any real package. */
const MOST_ENTRIES = 10_000;

/** Whether two folders have the same files; at the top only those that `counts` accepts. Links must be written alike. An error is a difference. */
export function sameTree(one: string, other: string, counts: (name: string) => boolean): boolean {
  return attempt(() => sameFolders(one, other, counts, { left: MOST_ENTRIES })) === true;
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
