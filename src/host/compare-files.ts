import { lstatSync, openSync, readdirSync, readlinkSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

import { attempt } from "../errors.ts";
import { closing } from "./read-file.ts";

const PART = 1024 * 1024;

/** Whether two files have the same content; two names of one file are not read, nor files of different length. */
function sameBytes(left: string, right: string): boolean {
  const [one, other] = [statSync(left, { throwIfNoEntry: false }), statSync(right, { throwIfNoEntry: false })];
  if (one?.isFile() !== true || other?.isFile() !== true || one.size !== other.size) return false;
  if (one.ino === other.ino && one.dev === other.dev && one.ino !== 0) return true;
  return closing(openSync(left, "r"), (here) => closing(openSync(right, "r"), (there) => sameContent(here, there)));
}

function sameContent(here: number, there: number): boolean {
  const [ours, theirs] = [new Uint8Array(PART), new Uint8Array(PART)];
  for (;;) {
    const [read, expected] = [readSync(here, ours), readSync(there, theirs)];
    if (read !== expected || !startAlike(ours, theirs, read)) return false;
    if (read === 0) return true;
  }
}

function startAlike(one: Uint8Array, other: Uint8Array, length: number): boolean {
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return false;
  return true;
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
