/**
 * The folder that a repository's paths may not leave. A path counts for where it leads, through links and `..`, not for how it is
 * written: a repository's author must not choose which of the user's other files are read or copied (PL-32).
 */

import { lstatSync } from "node:fs";
import { basename, dirname, sep } from "node:path";

import { entryPath } from "./entry-path.ts";
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
  const look = (path: string) => {
    if (!isAtOrBelow(path, top) && !isAtOrBelow(path, real)) return path;
    const [folder, name] = [dirname(path), basename(path)];
    const isName = plain.has(folder) && !DOTS.has(name) && path === entryPath(folder, name);
    const target = isName && !mayBeLink(path) ? path : realPathIfThere(path);
    if (target === path) plain.add(path);
    return target === undefined || isAtOrBelow(target, real) ? undefined : target;
  };
  const leadsOut = (path: string) => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path);
  };
  return { top, leadsOut };
}

const DOTS: ReadonlySet<string> = new Set(["", ".", ".."]);

/** Of two normal paths. Windows has several ways to write one. */
export function isAtOrBelow(path: string, above: string, separator = sep): boolean {
  const [inner, outer] = separator === "\\" ? [folded(path), folded(above)] : [path, above];
  return inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === separator || outer.endsWith(separator));
}

function folded(path: string): string {
  return path.replaceAll("/", "\\").toLowerCase();
}

function mayBeLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return true;
  }
}
