/**
 * The digest of one covered path. SHA-256 of a file's bytes, with `x:` in front of an executable's; `link:` and the digest of a link's text;
 * `folder:` and the digest of the names in it; `-` where nothing is there.
 */

import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";

import { readInPlace } from "../platform/read-in-place.ts";
import { sha256 } from "../platform/sha256.ts";
import { MISSING } from "../platform/stamp.ts";

/** Node reads no larger file at once. */
const LARGEST = 256 * 1024 * 1024;

/** `undefined` where nothing is there. Throws where it cannot be known. */
export function pathStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}

/**
 * `path` has no links above its last part. A folder's digest leaves out the names in `derived`: a file or link of that name is covered by itself.
 * Throws where it cannot be read, or is neither file, folder nor link.
 */
export function pathDigest(path: string, stats: Stats | undefined, derived: readonly string[] = []): string {
  if (stats === undefined) return MISSING;
  if (stats.isSymbolicLink()) return `link:${sha256(readlinkSync(path))}`;
  if (stats.isDirectory()) return `folder:${sha256(namesIn(path, derived).join("\0"))}`;
  const digest = sha256(readInPlace(path, LARGEST));
  return (stats.mode & 0o111) === 0 ? digest : `x:${digest}`;
}

function namesIn(folder: string, derived: readonly string[]): readonly string[] {
  const names = readdirSync(folder).sort();
  return derived.length === 0 ? names : names.filter((name) => !derived.includes(name));
}
