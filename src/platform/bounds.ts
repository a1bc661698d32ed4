/**
 * The folder that a repository's paths may not leave. A path counts for where it leads, through links and `..`, not for how it is
 * written: a repository's author must not choose which of the user's other files are read or copied (PL-32).
 */

import { lstatSync } from "node:fs";
import { sep } from "node:path";

import { realPath, realPathIfThere } from "./real-path.ts";

export interface Bounds {
  readonly top: string;
  /** Where a path leads, if that is outside. A path written outside is refused unread. A missing path leads nowhere. */
  readonly leadsOut: (path: string) => string | undefined;
}

/** Each path is resolved once: the bounds are for one run. */
export function boundsOf(top: string): Bounds {
  const real = realPath(top);
  const known = new Map<string, string | undefined>();
  /** Folders without links in their paths: an entry that is not a link itself need not be resolved from the root again. */
  const plain = new Set([real]);
  /** Hundreds of members ask, and most paths are such entries. */
  const isPlainEntry = (path: string) => {
    const at = path.lastIndexOf(sep);
    return plain.has(path.slice(0, at)) && isEntryName(path.slice(at + 1)) && isThereAndNoLink(path);
  };
  const look = (path: string) => {
    if (!isAtOrBelow(path, top) && !isAtOrBelow(path, real)) return path;
    const target = realPathIfThere(path);
    if (target === path) plain.add(path);
    return target === undefined || isAtOrBelow(target, real) ? undefined : target;
  };
  const leadsOut = (path: string) => {
    if (plain.has(path)) return undefined;
    if (known.has(path)) return known.get(path);
    if (isPlainEntry(path)) {
      plain.add(path);
      return undefined;
    }
    const target = look(path);
    known.set(path, target);
    return target;
  };
  return { top, leadsOut };
}

/** Windows has a second separator. */
function isEntryName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && (sep === "/" || !name.includes("/"));
}

/** Of two normal paths. Windows has several ways to write one. */
export function isAtOrBelow(path: string, above: string, separator = sep): boolean {
  const isFolded = separator === "\\";
  const inner = isFolded ? folded(path) : path;
  const outer = isFolded ? folded(above) : above;
  return inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === separator || outer.endsWith(separator));
}

function folded(path: string): string {
  return path.replaceAll("/", "\\").toLowerCase();
}

function isThereAndNoLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false;
  } catch {
    return false;
  }
}
