/** A source that is a folder: plugins and standalone skills anywhere below it, none of them inside another. */

import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";

import type { Problem } from "../../config/problem.ts";
import { MISSING, type Stamped, stamped } from "../../platform/stamp.ts";
import { policyProblem, MANIFEST, strayManifest } from "./manifest-file.ts";
import type { PluginSource, SourceListing } from "./source.ts";

export const SKILL = "SKILL.md";

/** Bounds that no real source comes near; they keep a hook call from walking a whole disk. */
const DEEPEST = 32;
const MOST_FOLDERS = 10_000;

/** Never holds plugins of the source itself: a repository's own data, and other people's packages. */
const PASSED_OVER = new Set([".git", "node_modules"]);

export function folderSource(name: string, root: string): PluginSource {
  return { name, origin: root, list: () => listFolder(root) };
}

/** The same for a folder that the user named, where a missing one is worth a word. */
export function namedFolderSource(name: string, root: string): PluginSource {
  return {
    ...folderSource(name, root),
    list: () => {
      const listing = listFolder(root);
      if (listing.root?.[1] !== MISSING) return listing;
      const hint = root.includes("~")
        ? "~ is not expanded here; write the path in full"
        : "relative paths start at the folder of the config file";
      return { ...listing, problems: [{ severity: "warning", file: root, message: `source \`${name}\`: there is no such folder`, hint }] };
    },
  };
}

/**
 * In order of path. A missing folder is an empty source. Each real folder is entered once, so links cannot lead in circles. With
 * `bounds`, a folder around the root, nothing counts that a link leads to outside of it: others wrote what is there.
 */
export function listFolder(root: string, bounds?: string): SourceListing {
  const inside = bounds === undefined ? {} : { bounds: realPath(bounds) };
  const walk: Walk = { plugins: [], skills: [], watched: [], problems: [], seen: new Set(), isCut: false, ...inside };
  const top = stamped(root);
  const entries = entriesOf(root, walk);
  const policy = hasFile(entries, MANIFEST) ? policyProblem(join(root, MANIFEST)) : undefined;
  if (policy !== undefined) walk.problems.push(policy);
  const own = [MANIFEST, SKILL].find((name) => hasFile(entries, name) && (name === SKILL || policy === undefined));
  if (own === undefined) {
    walk.seen.add(realPath(root));
    descend(root, entries, 0, walk);
  } else {
    const hint = "name the folder above it as the source, or move it into a folder of its own";
    walk.problems.push({ severity: "error", file: root, message: `plugin source root contains ${own}`, hint });
  }
  const { plugins, skills, watched, problems } = walk;
  return { plugins, skills, root: top, watched, problems };
}

interface Walk {
  readonly plugins: string[];
  readonly skills: string[];
  readonly watched: Stamped[];
  readonly problems: Problem[];
  readonly seen: Set<string>;
  readonly bounds?: string;
  isCut: boolean;
}

function descend(folder: string, entries: readonly Dirent[], depth: number, walk: Walk): void {
  for (const { name, path } of foldersIn(folder, entries)) {
    if (PASSED_OVER.has(name) || !isFirstVisit(path, walk) || leavesBounds(path, walk)) continue;
    if (depth >= DEEPEST || walk.seen.size > MOST_FOLDERS) return cut(folder, walk);
    const stamp = stamped(path);
    const inside = entriesOf(path, walk);
    const own = [MANIFEST, SKILL].find((file) => hasFile(inside, file));
    // What it would be is written elsewhere.
    if (own !== undefined && leavesBounds(join(path, own), walk)) continue;
    if (own === MANIFEST) walk.plugins.push(path);
    else if (own === SKILL) {
      walk.skills.push(path);
      // With a manifest it would be a plugin.
      walk.watched.push(stamped(join(path, MANIFEST)));
    } else {
      walk.watched.push(stamp);
      const stray = strayManifest(
        path,
        inside.map((entry) => entry.name),
      );
      if (stray !== undefined) walk.watched.push(stamped(stray.file));
      if (stray?.isManifest === true && !leavesBounds(stray.file, walk)) walk.plugins.push(path);
      else descend(path, inside, depth + 1, walk);
    }
  }
}

function foldersIn(folder: string, entries: readonly Dirent[]): { name: string; path: string }[] {
  return entries
    .map((entry) => ({ entry, name: entry.name, path: join(folder, entry.name) }))
    .filter(({ entry, path }) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path)))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

function entriesOf(folder: string, walk: Walk): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") {
      const message = code === "ENOTDIR" ? "is not a folder" : `cannot be read (${code ?? String(error)})`;
      walk.problems.push({ severity: "error", file: folder, message });
    }
    return [];
  }
}

function hasFile(entries: readonly Dirent[], name: string): boolean {
  return entries.some((entry) => entry.name === name && !entry.isDirectory());
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

function isFirstVisit(path: string, { seen }: Walk): boolean {
  const real = realPath(path);
  if (seen.has(real)) return false;
  seen.add(real);
  return true;
}

function leavesBounds(path: string, { bounds, problems }: Walk): boolean {
  const way = bounds === undefined ? "" : relative(bounds, realPath(path));
  const isOutside = isAbsolute(way) || /^\.\.(?:[\\/]|$)/.test(way);
  if (isOutside) problems.push({ severity: "warning", file: path, message: "leads out of its source, so it is left out" });
  return isOutside;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function cut(folder: string, walk: Walk): void {
  if (!walk.isCut) {
    const message = `holds more folders than are searched (${MOST_FOLDERS}, ${DEEPEST} levels deep); the rest is left out`;
    walk.problems.push({ severity: "warning", file: folder, message });
  }
  walk.isCut = true;
}
