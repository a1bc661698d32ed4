/**
 * The folder that a repository's paths may not leave. A path counts for where it leads, through links and `..`, not for how it is
 * written: a repository's author must not choose which of the user's other files are read or copied (PL-32).
 */

import { isAbsolute, relative, resolve, sep } from "node:path";

import { isLink, realPath, realPathIfThere } from "./paths.ts";

export interface Bounds {
  readonly top: string;
  /** Where a path leads, if that is outside. A path written outside is refused unread. A missing path leads nowhere. */
  readonly leadsOut: (path: string) => string | undefined;
}

/** Each path is resolved once: the bounds are for one run. */
export function boundsOf(top: string): Bounds {
  const real = realPath(top);
  const known = new Map<string, string | undefined>();
  /** Paths without links: an entry of one that is not a link itself need not be resolved from the root again. */
  const plain = new Set([real]);
  const below = real.endsWith(sep) ? real : `${real}${sep}`;
  /** Hundreds of members ask, and most paths are such entries. A system takes longer to resolve a path than to look at each of its names. */
  const isPlain = (path: string) => {
    if (!path.startsWith(below)) return false;
    const parent = path.slice(0, path.lastIndexOf(sep));
    let start = plain.has(parent) ? parent.length + 1 : below.length;
    for (let end = start - 1; end < path.length; start = end + 1) {
      end = path.indexOf(sep, start);
      if (end === -1) end = path.length;
      const part = path.slice(0, end);
      if (plain.has(part)) continue;
      const name = path.slice(start, end);
      // Windows has a second separator.
      if (name === "" || name === "." || name === ".." || (sep !== "/" && name.includes("/")) || isLink(part) !== false) return false;
      plain.add(part);
    }
    return true;
  };
  const look = (path: string) => {
    if (!isAtOrBelow(path, top) && !isAtOrBelow(path, real)) return path;
    const target = realPathIfThere(path);
    if (target === path) plain.add(path);
    return target === undefined || isAtOrBelow(target, real) ? undefined : target;
  };
  const leadsOut = (path: string) => {
    if (plain.has(path)) return undefined;
    if (!known.has(path)) {
      if (isPlain(path)) return undefined;
      known.set(path, look(path));
    }
    return known.get(path);
  };
  return { top, leadsOut };
}

/** Whether a path is written as one outside, which needs no look at any file. A link that leads out is something else. */
export function isWrittenOutside(path: string, { leadsOut }: Bounds): boolean {
  return leadsOut(path) === path;
}

/** Both paths are normal. On Windows case does not count, and `/` counts as `\`. */
export function isAtOrBelow(path: string, above: string, separator = sep): boolean {
  const fold = (text: string) => (separator === "\\" ? text.replaceAll("/", "\\").toLowerCase() : text);
  const inner = fold(path);
  const outer = fold(above);
  return inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === separator || outer.endsWith(separator));
}

/** Whether two paths lead to one folder, or one to a folder above the other, however they are written. */
export function sameFolder(one: string, other: string): boolean {
  return resolve(one) === resolve(other) || realPath(one) === realPath(other);
}

/** Whether `folder` is `other` or a folder above it. */
export function isAtOrAbove(folder: string, other: string): boolean {
  return firstIn(folder, [other]) !== undefined;
}

/** The first path that leads to `folder` or into it. */
export function firstIn(folder: string, paths: readonly string[]): string | undefined {
  const [written, real] = [resolve(folder), realPath(folder)];
  return paths.find((path) => leadsDown(written, resolve(path)) || leadsDown(real, realPath(path)));
}

function leadsDown(from: string, to: string): boolean {
  const way = relative(from, to);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[\\/]/.test(way);
}
