/**
 * The folder that the words of a repository may lead us around in. A path counts for where it leads, through links and `..`, not for how it is
 * written: whoever wrote a repository must not choose which other files of the user's are read or copied (PL-32).
 */

import { realpathSync } from "node:fs";
import { sep } from "node:path";

export interface Bounds {
  readonly top: string;
  /** Where a path leads, if that is outside. What is written outside is refused without a look at it. A path that is not there leads nowhere. */
  readonly leadsOut: (path: string) => string | undefined;
}

/** Each path is looked at once: the bounds are for one run. */
export function boundsOf(top: string): Bounds {
  const real = realPath(top) ?? top;
  const known = new Map<string, string | undefined>();
  const look = (path: string) => {
    if (!isAtOrBelow(path, top) && !isAtOrBelow(path, real)) return path;
    const target = realPath(path);
    return target === undefined || isAtOrBelow(target, real) ? undefined : target;
  };
  const leadsOut = (path: string) => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path);
  };
  return { top, leadsOut };
}

/** Of two normal paths. Windows has several ways to write one. */
export function isAtOrBelow(path: string, above: string, separator = sep): boolean {
  const [inner, outer] = separator === "\\" ? [folded(path), folded(above)] : [path, above];
  return inner.startsWith(outer) && (inner.length === outer.length || inner[outer.length] === separator || outer.endsWith(separator));
}

function folded(path: string): string {
  return path.replaceAll("/", "\\").toLowerCase();
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
