/** Finds skills in a folder: the folder itself, or anywhere below, none of them inside another. Of a flat one, only in the folders directly in it. */

import { type Dirent, existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { leadsOutProblem } from "../../files/text-file.ts";
import type { Bounds } from "../../host/bounds.ts";
import { isFolder, realPathIfThere } from "../../host/paths.ts";
import { spendLook } from "../../host/reading-budget.ts";
import { SKILL } from "../sources/folder.ts";
import { MARKER } from "./marker.ts";

export interface FoundSkills {
  readonly directories: readonly string[];
  /** Of a flat folder: under which name each of them is in it. */
  readonly names: ReadonlyMap<string, string>;
  readonly isMissing: boolean;
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
  readonly refused: readonly Problem[];
}

/** Bounds far above any real folder of skills. */
const DEEPEST = 16;
const MOST_FOLDERS = 5_000;

const SKIPPED = new Set([".git", "node_modules"]);

/**
 * Skips our own copies. Each real folder is entered once, so links cannot lead in circles. With `bounds` nothing outside is
 * entered: other people wrote what is there (PL-32). Never throws.
 */
export function findSkills(folder: string, bounds?: Bounds, isFlat = false): FoundSkills {
  const walk: Walk = { directories: [], names: new Map(), isFlat, problems: [], refused: [], seen: new Set(), isCut: false, bounds };
  // Most are missing, and learning this from a thrown error is slow.
  const top = existsSync(folder) ? realPathIfThere(folder) : undefined;
  if (top !== undefined && !leadsOut(folder, walk)) visit(top, 0, walk);
  const { directories, names, isCut, problems, refused } = walk;
  return { directories: directories.sort(), names, isMissing: top === undefined, isCut, problems, refused };
}

interface Walk {
  readonly directories: string[];
  readonly names: Map<string, string>;
  readonly isFlat: boolean;
  readonly problems: Problem[];
  readonly refused: Problem[];
  readonly seen: Set<string>;
  readonly bounds: Bounds | undefined;
  isCut: boolean;
}

function leadsOut(path: string, { bounds, refused }: Walk): boolean {
  const target = bounds?.leadsOut(path);
  if (bounds === undefined || target === undefined) return false;
  refused.push({ ...leadsOutProblem(path, target, bounds), severity: "error", hint: "replace the link by what it leads to" });
  return true;
}

function visit(folder: string, depth: number, walk: Walk): void {
  if (walk.seen.has(folder)) return;
  if (depth > DEEPEST || walk.seen.size >= MOST_FOLDERS) {
    const message = `has more folders than Symposium searches (${MOST_FOLDERS}, ${DEEPEST} levels deep); it ignores the rest`;
    if (!walk.isCut) walk.problems.push({ severity: "warning", file: folder, message });
    walk.isCut = true;
    return;
  }
  walk.seen.add(folder);
  const entries = entriesOf(folder, walk);
  const has = (name: string) => entries.some((entry) => entry.name === name && !entry.isDirectory());
  if (has(MARKER)) return;
  if (has(SKILL) && !(walk.isFlat && depth === 0)) {
    if (!leadsOut(join(folder, SKILL), walk)) walk.directories.push(folder);
    return;
  }
  if (walk.isFlat && depth > 0) return;
  for (const entry of walk.isFlat ? realFirst(folder, entries) : entries) {
    if (SKIPPED.has(entry.name) || !(entry.isDirectory() || entry.isSymbolicLink())) continue;
    if (entry.isSymbolicLink() && leadsOut(join(folder, entry.name), walk)) continue;
    const path = entry.isDirectory() ? join(folder, entry.name) : realPathIfThere(join(folder, entry.name));
    if (path === undefined || !(entry.isDirectory() || isFolder(path))) continue;
    if (walk.isFlat && !walk.seen.has(path)) walk.names.set(path, entry.name);
    visit(path, depth + 1, walk);
  }
}

/** A folder that several names lead to is the skill of its own name: a link beside it is not a second one. */
function realFirst(folder: string, entries: readonly Dirent[]): readonly Dirent[] {
  const rank = (entry: Dirent) => {
    if (!entry.isSymbolicLink()) return 0;
    return basename(realPathIfThere(join(folder, entry.name)) ?? "") === entry.name ? 1 : 2;
  };
  return entries.some((entry) => entry.isSymbolicLink()) ? [...entries].sort((left, right) => rank(left) - rank(right)) : entries;
}

function entriesOf(folder: string, walk: Walk): readonly Dirent[] {
  spendLook();
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    const consequence = walk.isFlat && walk.seen.size === 1 ? ", so no skill of this plugin is used" : "";
    const message = `${code === "ENOTDIR" ? "is not a folder" : `cannot be read (${code})`}${consequence}`;
    walk.problems.push({ severity: "error", file: folder, message });
    return [];
  }
}
