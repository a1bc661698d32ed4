/**
 * Checks a package that a package manager unpacked, before anything in it is read. Package managers refuse absolute names and `..` themselves;
 * links, special files and sizes are checked here for every ecosystem.
 */

import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";

import { boundsOf, isAtOrBelow } from "../platform/bounds.ts";
import { entriesIn } from "../platform/folder-entries.ts";

/** Far above any real package. */
export const LIMITS = { entries: 50_000, bytes: 512 * 1024 * 1024 };

/** Why the package is not used; `undefined` where nothing is wrong. */
export function unfitPackage(folder: string, limits = LIMITS): string | undefined {
  const bounds = boundsOf(folder);
  const waiting = [folder];
  let [entries, bytes] = [0, 0];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesIn(next)) {
      const path = join(next, entry.name);
      const name = relative(folder, path);
      if (++entries > limits.entries) return `it contains more than ${limits.entries} files`;
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) bytes += lstatSync(path).size;
      else if (!entry.isSymbolicLink()) return `${name} is not a regular file`;
      else if (isLinkOut(path, folder) || bounds.leadsOut(path) !== undefined) return `${name} is a link out of the package`;
      if (bytes > limits.bytes) return `it is larger than ${limits.bytes / 1024 / 1024} MiB`;
    }
  }
  return undefined;
}

/** By its text: a target that is missing today may exist tomorrow. */
function isLinkOut(link: string, folder: string): boolean {
  const target = readlinkSync(link);
  return isAbsolute(target) || !isAtOrBelow(resolve(dirname(link), target), folder);
}
