/** The patterns in `members` of Cargo and uv: `*`, `?`, `[…]` within a name, and `**` for any number of folders. */

import { isAbsolute, parse, resolve } from "node:path";

import type { Bounds } from "../host/bounds.ts";
import { isPattern, MOST_FOLDERS, parseGlob, searchFolders } from "../host/glob.ts";
import type { Stamped } from "../host/reading-budget.ts";

interface Expanded {
  readonly folders: readonly string[];
  /** Why the pattern, or part of it, is invalid. */
  readonly problem?: string;
}

interface MemberSearch {
  readonly expand: (pattern: string) => Expanded;
  /** Folders that were listed: a new one in them may be a member. */
  readonly listed: () => readonly Stamped[];
}

const DIALECT = { negations: "!", isStrict: true };

/** A path without any pattern is itself, whether it exists or not. */
export function searchMembers(root: string, bounds: Bounds): MemberSearch {
  const search = searchFolders(root, bounds);
  const expand = (pattern: string): Expanded => {
    if (!isPattern(pattern)) {
      const folder = resolve(root, pattern);
      const outside = bounds.leadsOut(folder);
      return outside === undefined ? { folders: [folder] } : { folders: [], problem: leadsTo(pattern, outside, bounds) };
    }
    const top = isAbsolute(pattern) ? parse(pattern).root : "";
    const glob = parseGlob(pattern.slice(top.length).replaceAll("\\", "/"), DIALECT);
    if (glob === undefined) return { folders: [], problem: `"${pattern}" is not a valid pattern` };
    const { folders, outside, isTooMuch } = search.find(glob, top === "" ? root : top);
    if (isTooMuch) return { folders, problem: `"${pattern}" finds more than ${MOST_FOLDERS} folders` };
    return outside === undefined ? { folders } : { folders, problem: leadsTo(pattern, outside, bounds) };
  };
  return { expand, listed: search.listed };
}

function leadsTo(pattern: string, outside: string, { top }: Bounds): string {
  return `"${pattern}" leads to ${outside}, outside ${top}, which is not read`;
}
