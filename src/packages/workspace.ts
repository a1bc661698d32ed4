/** A workspace: every root from a folder up to the root of its repository, taken together (PL-13). Read from files alone. */

import { dirname, join, resolve } from "node:path";

import type { Problem } from "../files/problem.ts";
import { type Bounds, boundsOf, isAtOrAbove } from "../host/bounds.ts";
import { leadsToFile } from "../host/paths.ts";
import { type Budget, leftOf, type Stamped, unlessSpent, withinBudget } from "../host/reading-budget.ts";
import { isFresh, isThere, stamped } from "../host/stamp.ts";
import type { Ecosystem, RootSurroundings, WorkspaceRoot } from "./ecosystem.ts";
import { findRepository } from "./find-workspace.ts";
import { ECOSYSTEMS } from "./list.ts";
import { ALL_MARKERS } from "./markers.ts";

export interface Workspace extends Pick<WorkspaceRoot, "members" | "dependencies" | "checked" | "watched" | "problems"> {
  /** The outermost root, where skills go and by which the user's config names the workspace; without any root the repository. */
  readonly folder: string;
  /** The repository's root, where there is one. */
  readonly repository: string | null;
  /** From the outermost inwards; empty in a repository without any. */
  readonly roots: readonly WorkspaceRoot[];
  /** The folder around which reading was given up: its dependencies and members are unknown. */
  readonly unread?: string;
}

/**
 * Never throws. Within a repository every folder up to its root counts. Outside one only the root of the nearest manifest does, and
 * the next folder above it as long as that has a manifest: a file in a shared folder far above must not claim that folder. A manifest in
 * the home folder counts only there, and nothing above it does.
 */
export function readWorkspace(start: string, where: RootSurroundings): Workspace {
  const read = readRoots(start, where);
  const { budget } = where;
  return unlessSpent(
    // In a `withinBudget` of its own, because it looks at files a second time.
    () => withinBudget(budget && leftOf(budget), () => workspaceOf(read)),
    () => workspaceOf(unreadRoots(read.start, budget!, where)),
  );
}

/** What a workspace is made of. */
export interface WorkspaceRoots {
  readonly start: string;
  readonly repository: string | null;
  /** From the outermost inwards. */
  readonly roots: readonly WorkspaceRoot[];
  /** Missing files that would make a folder on the way a root. */
  readonly between: readonly Stamped[];
  /** The budget was spent before everything was read, so nothing of it counts. */
  readonly unread?: Problem;
}

export function readRoots(start: string, where: RootSurroundings): WorkspaceRoots {
  const { budget } = where;
  const folder = resolve(start);
  return unlessSpent(
    () => withinBudget(budget, () => rootsAround(folder, where)),
    () => unreadRoots(folder, budget!, where),
  );
}

/** Nothing that was read counts: half a workspace has other gates than the whole one. */
function unreadRoots(start: string, { spent = "", seen }: Budget, where: RootSurroundings): WorkspaceRoots {
  const repository = repositoryAround(start, where);
  const message = `is not read to the end, because that takes ${spent}: its dependencies are unknown, so closed hooks apply without conditions on them`;
  const unread: Problem = { severity: "error", file: repository ?? start, message, hint: "`symposium sync` reads longer than a hook call" };
  return { start, repository, roots: [], between: seen, unread };
}

function rootsAround(start: string, where: RootSurroundings): WorkspaceRoots {
  const repository = repositoryAround(start, where);
  const folders = [start, ...foldersAbove(start)];
  const { roots, between } =
    repository === null
      ? rootsOutside(folders, where)
      : rootsOf(folders.slice(0, folders.indexOf(repository) + 1), { ...where, repository });
  return { start, repository, roots: roots.toSorted((a, b) => a.folder.length - b.folder.length), between };
}

export function workspaceOf({ start, repository, roots, between, unread }: WorkspaceRoots): Workspace {
  if (unread !== undefined) {
    const nothing = { roots: [], members: [], dependencies: [] };
    const checked = between.slice(0, MOST_CHECKED);
    return { folder: repository ?? start, repository, ...nothing, checked, watched: between, problems: [unread], unread: start };
  }
  const all = <Key extends "members" | "dependencies" | "checked" | "watched" | "problems">(key: Key) =>
    roots.flatMap((root) => root[key] as readonly WorkspaceRoot[Key][number][]);
  return {
    folder: roots[0]?.folder ?? repository ?? start,
    repository,
    roots,
    members: all("members"),
    dependencies: uniqueBy(all("dependencies"), JSON.stringify),
    checked: uniqueBy(all("checked"), ([path]) => path),
    watched: uniqueBy([...all("watched"), ...between], ([path]) => path),
    problems: uniqueBy([...all("problems"), ...appeared(between)], JSON.stringify),
  };
}

/** Of the folders that were checked before reading was given up. Those around the folder itself come first. */
const MOST_CHECKED = 50;

/** What is missing for a moment only must not be missing until a session starts. */
function appeared(between: readonly Stamped[]): readonly Problem[] {
  const changed = between.filter((one) => !isFresh(one));
  return changed.map(([file]): Problem => ({ severity: "warning", file, message: "appeared while it was looked for", mayPass: true }));
}

/** The home folder is often a repository of the user's settings: that does not make one project of everything below it. */
export function repositoryAround(folder: string, { home }: Pick<RootSurroundings, "home">): string | null {
  const found = findRepository(folder);
  return found === null || (home !== "" && isAtOrAbove(found, home)) ? null : found;
}

/** The folder that contains all of a workspace: its repository, or without one its outermost root. */
export function boundsOfWorkspace(workspace: Workspace): Bounds {
  const known = bounds.get(workspace);
  if (known !== undefined) return known;
  const made = boundsOf(workspace.repository ?? workspace.folder);
  bounds.set(workspace, made);
  return made;
}

/** Hundreds of members ask. */
const bounds = new WeakMap<Workspace, Bounds>();

type Found = Pick<WorkspaceRoots, "roots" | "between">;

/** `folders` goes up from the first. */
function rootsOutside(folders: readonly string[], where: RootSurroundings): Found {
  const end = folders.indexOf(where.home);
  const first = folders.findIndex(isMarked);
  if (first === -1 || (end !== -1 && first >= end && first > 0))
    return { roots: [], between: folders.slice(0, end + 1).flatMap(missingFiles) };
  let found = rootsOf(folders.slice(0, first + 1), where);
  const atOrAboveHome = new Set([where.home, ...foldersAbove(where.home)]);
  for (let above = nextAbove(found); above !== undefined && !atOrAboveHome.has(above) && isMarked(above); above = nextAbove(found)) {
    const more = rootsOf([above], where, found.roots);
    if (more.roots.length === found.roots.length) break;
    found = { roots: more.roots, between: [...found.between, ...more.between] };
  }
  return found;
}

function nextAbove({ roots }: Found): string | undefined {
  const [outermost = "/"] = roots.map(({ folder }) => folder).sort((a, b) => a.length - b.length);
  return dirname(outermost) === outermost ? undefined : dirname(outermost);
}

/** A folder that is already a root or a member is not read again. */
function rootsOf(folders: readonly string[], where: RootSurroundings, known: readonly WorkspaceRoot[] = []): Found {
  const roots = [...known];
  const has = ({ name }: Ecosystem, folder: string) =>
    roots.some((root) => root.ecosystem === name && (root.folder === folder || root.members.some((member) => member.folder === folder)));
  const between: Stamped[] = [];
  for (const folder of folders) {
    // One look at each file: one that is missing only now must not count as missing and as unchanged.
    const missing = missingFiles(folder);
    between.push(...missing);
    const isMissing = (marker: string) => missing.some(([path]) => path === join(folder, marker));
    for (const ecosystem of ECOSYSTEMS) {
      if (ecosystem.markers.every(isMissing) || has(ecosystem, folder)) continue;
      const root = ecosystem.readRoot(folder, where);
      if (root !== undefined && !roots.some((one) => one.ecosystem === root.ecosystem && one.folder === root.folder)) roots.push(root);
    }
  }
  return { roots, between };
}

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let below = folder, next = dirname(folder); next !== below; below = next, next = dirname(next)) above.push(next);
  return above;
}

function isMarked(folder: string): boolean {
  return ALL_MARKERS.some((marker) => leadsToFile(join(folder, marker)));
}

function missingFiles(folder: string): Stamped[] {
  return [...ALL_MARKERS, ".git"].map((name) => stamped(join(folder, name))).filter((one) => !isThere(one));
}

function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const unique = new Map<string, T>();
  for (const one of all) unique.set(keyOf(one), one);
  return [...unique.values()];
}
