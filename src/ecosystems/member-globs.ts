/**
 * The patterns in `members`: `*`, `?`, `[…]` within a name, and `**` for any number of folders. Finds only folders, and reads none outside the
 * bounds: a pattern is untrusted text.
 */

import type { Dirent } from "node:fs";
import { isAbsolute, join, parse, resolve } from "node:path";

import { isFolder } from "../platform/is-folder.ts";
import type { Bounds } from "../platform/bounds.ts";
import { entryPath } from "../platform/entry-path.ts";
import { stamped, type Stamped } from "../platform/stamp.ts";
import { foldersAndLinksIn } from "./folders-in.ts";
import { isPattern, tokensOf } from "./member-pattern.ts";
import { matchesTokens, type Token } from "./name-tokens.ts";

export interface Expanded {
  readonly folders: readonly string[];
  /** Why the pattern, or part of it, is invalid. */
  readonly problem?: string;
}

export interface MemberSearch {
  readonly expand: (pattern: string) => Expanded;
  /** Folders that were listed: a new one in them may be a member. */
  readonly listed: () => readonly Stamped[];
}

/** Far above any real workspace, for all of its patterns together. */
const MOST_FOLDERS = 10_000;
const MOST_ENTRIES = 200_000;

/** A path without any pattern is itself, whether it exists or not. */
export function searchMembers(root: string, bounds: Bounds): MemberSearch {
  const search: Search = { bounds, lists: new Map(), listed: new Map(), folders: 0, entries: 0 };
  return { expand: (pattern) => expand(root, pattern, search), listed: () => [...search.listed.values()] };
}

interface Search {
  readonly bounds: Bounds;
  /** The folders in each listed folder. */
  readonly lists: Map<string, readonly Dirent[]>;
  readonly listed: Map<string, Stamped>;
  /** Where the current pattern leads outside. */
  outside?: string | undefined;
  folders: number;
  entries: number;
}

function expand(root: string, pattern: string, search: Search): Expanded {
  search.outside = undefined;
  if (!isPattern(pattern)) return leaving(pattern, [resolve(root, pattern)], search);
  let folders = [isAbsolute(pattern) ? parse(pattern).root : root];
  let isListed = false;
  for (const part of pattern.split(/[\\/]/)) {
    if (part === "") continue;
    const tokens = isPattern(part) && part !== "**" ? tokensOf(part) : [];
    if (tokens === null) return { folders: [], problem: `"${pattern}" is not a valid pattern` };
    const next = new Set<string>();
    for (const folder of folders) {
      for (const found of step(folder, part, tokens, search)) next.add(found);
      if (isTooMuch(search, next.size)) return { folders: [], problem: `"${pattern}" finds more than ${MOST_FOLDERS} folders` };
    }
    folders = [...next];
    isListed = tokens.length > 0;
  }
  return leaving(pattern, folders, search, !isListed);
}

function isTooMuch({ folders, entries }: Search, found: number): boolean {
  return folders > MOST_FOLDERS || entries > MOST_ENTRIES || found > MOST_FOLDERS;
}

function step(folder: string, part: string, tokens: readonly Token[], search: Search): string[] {
  if (part === "**") return allBelow(folder, search);
  if (!isPattern(part)) return [join(folder, part)];
  const matching = foldersIn(folder, search).filter(({ name }) => matchesTokens(tokens, name));
  return matching.map(({ name }) => entryPath(folder, name));
}

/** The folders inside, and a problem for those outside. */
function leaving(pattern: string, folders: readonly string[], search: Search, mustBeThere = false): Expanded {
  const inside = folders.filter((folder) => isInside(folder, search));
  const there = mustBeThere ? inside.filter(isFolder) : inside;
  const { outside, bounds } = search;
  return outside === undefined
    ? { folders: there }
    : { folders: there, problem: `"${pattern}" leads to ${outside}, outside ${bounds.top}, which is not read` };
}

function isInside(folder: string, search: Search): boolean {
  const target = search.bounds.leadsOut(folder);
  search.outside ??= target;
  return target === undefined;
}

/** A pattern for one name follows links; `**` does not, because it might never end. */
function foldersIn(folder: string, search: Search): Dirent[] {
  return entriesOf(folder, search).filter((entry) => entry.isDirectory() || isFolder(join(folder, entry.name)));
}

function allBelow(folder: string, search: Search): string[] {
  const found = [folder];
  for (let index = 0; index < found.length && !isTooMuch(search, found.length); index++) {
    const current = found[index] ?? folder;
    for (const entry of entriesOf(current, search)) if (entry.isDirectory()) found.push(join(current, entry.name));
  }
  return found;
}

/** Folders and links. */
function entriesOf(folder: string, search: Search): readonly Dirent[] {
  if (!isInside(folder, search)) return [];
  search.folders++;
  const known = search.lists.get(folder);
  if (known !== undefined) {
    search.entries += known.length;
    return known;
  }
  search.listed.set(folder, stamped(folder));
  const entries = foldersAndLinksIn(folder, () => ++search.entries <= MOST_ENTRIES);
  search.lists.set(folder, entries);
  return entries;
}
