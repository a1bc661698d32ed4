/** Finds the folders that patterns for members name. Reads none outside the bounds: a pattern is untrusted text. */

import type { Dirent } from "node:fs";

import type { Bounds } from "../../platform/bounds.ts";
import { entryPath } from "../../platform/entry-path.ts";
import { isFolder } from "../../platform/is-folder.ts";
import { stamped, type Stamped } from "../../platform/stamp.ts";
import { foldersAndLinksIn } from "../folders-in.ts";
import { ANY_DEPTH, isHidden, type Part } from "./folder-pattern.ts";

export interface FolderSearch {
  /** Whether they have a manifest or not. */
  readonly find: (parts: readonly Part[]) => readonly string[];
  /** `false` where the folder was listed, and has no manifest. */
  readonly mayHaveManifest: (folder: string) => boolean;
  /** Folders that were listed: a new one in them may be a member. */
  readonly listed: () => readonly Stamped[];
  /** Where a pattern led out, and whether there was more than is read. */
  readonly outside: () => string | undefined;
  readonly isTooMuch: () => boolean;
}

/** Far above any real workspace, for all of its patterns together. */
const MOST_FOLDERS = 10_000;
const MOST_ENTRIES = 200_000;

export function searchFolders(root: string, bounds: Bounds): FolderSearch {
  const search: Search = { bounds, lists: new Map(), listed: new Map(), packages: new Set(), visits: 0, entries: 0, outside: undefined };
  return {
    find: (parts) => find(root, parts, search),
    mayHaveManifest: (folder) => !search.lists.has(folder) || search.packages.has(folder),
    listed: () => [...search.listed.values()],
    outside: () => search.outside,
    isTooMuch: () => isTooMuch(search),
  };
}

interface Search {
  readonly bounds: Bounds;
  readonly lists: Map<string, readonly Dirent[]>;
  readonly listed: Map<string, Stamped>;
  /** The listed folders with a manifest. */
  readonly packages: Set<string>;
  visits: number;
  entries: number;
  outside: string | undefined;
}

function isTooMuch({ visits, entries }: Search): boolean {
  return visits > MOST_FOLDERS || entries > MOST_ENTRIES;
}

function find(root: string, parts: readonly Part[], search: Search): readonly string[] {
  let folders: readonly string[] = [root];
  for (const part of parts) {
    const next = new Set<string>();
    for (const folder of folders) {
      for (const found of step(folder, part, search)) next.add(found);
      if (isTooMuch(search)) return [];
    }
    folders = [...next];
  }
  return folders;
}

function step(folder: string, part: Part, search: Search): readonly string[] {
  if (part === ANY_DEPTH) return allBelow(folder, search);
  if (typeof part === "string") {
    const named =
      part === ".." ? folder.slice(0, Math.max(folder.lastIndexOf("/"), folder.lastIndexOf("\\"))) || folder : entryPath(folder, part);
    return isInside(named, search) && isFolder(named) ? [named] : [];
  }
  const found: string[] = [];
  for (const entry of entriesOf(folder, search)) {
    const path = entryPath(folder, entry.name);
    if (part(entry.name) && (entry.isDirectory() || (isInside(path, search) && isFolder(path)))) found.push(path);
  }
  return found;
}

/** Follows no links, because it might never end. */
function allBelow(folder: string, search: Search): readonly string[] {
  const found = [folder];
  for (let at = 0; at < found.length && !isTooMuch(search); at++) {
    const current = found[at] ?? folder;
    for (const entry of entriesOf(current, search)) {
      if (entry.isDirectory() && !isHidden(entry.name)) found.push(entryPath(current, entry.name));
    }
  }
  return found;
}

function isInside(folder: string, search: Search): boolean {
  const target = search.bounds.leadsOut(folder);
  search.outside ??= target;
  return target === undefined;
}

/** Folders and links. */
function entriesOf(folder: string, search: Search): readonly Dirent[] {
  if (!isInside(folder, search)) return [];
  search.visits++;
  const known = search.lists.get(folder);
  if (known !== undefined) return known;
  search.listed.set(folder, stamped(folder));
  const entries = foldersAndLinksIn(folder, (name) => {
    if (name === "package.json") search.packages.add(folder);
    return ++search.entries <= MOST_ENTRIES;
  });
  search.lists.set(folder, entries);
  return entries;
}
