/** The patterns in `members` of Cargo and uv: `*`, `?`, `[…]` within a name, and `**` for any number of folders. */

import { isAbsolute, parse, resolve } from "node:path";

import type { Bounds } from "../host/bounds.ts";
import { isPattern, MOST_FOLDERS, parseGlob, searchFolders } from "../host/glob.ts";

interface Expanded {
  readonly folders: readonly string[];
  /** Why the pattern, or part of it, is invalid. */
  readonly problem?: string | undefined;
}

/** A path without any pattern is itself, whether it exists or not. A new folder in those that were `listed` may be a member. */
export function searchMembers(root: string, bounds: Bounds) {
  const search = searchFolders(root, bounds);
  const expand = (pattern: string): Expanded => {
    const leadsTo = (outside: string | undefined) =>
      outside && `"${pattern}" leads to ${outside}, outside ${bounds.top}, which is not read`;
    if (!isPattern(pattern)) {
      const folder = resolve(root, pattern);
      const problem = leadsTo(bounds.leadsOut(folder));
      return { folders: problem === undefined ? [folder] : [], problem };
    }
    const top = isAbsolute(pattern) ? parse(pattern).root : "";
    const glob = parseGlob(pattern.slice(top.length).replaceAll("\\", "/"), { negations: "!", isStrict: true });
    if (glob === undefined) return { folders: [], problem: `"${pattern}" is not a valid pattern` };
    const { folders, outside, isTooMuch } = search.find(glob, top === "" ? root : top);
    return { folders, problem: isTooMuch ? `"${pattern}" finds more than ${MOST_FOLDERS} folders` : leadsTo(outside) };
  };
  return { expand, listed: search.listed };
}
