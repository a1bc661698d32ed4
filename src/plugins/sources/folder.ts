/** A source that is a folder: plugins and standalone skills anywhere below it, none of them inside another. */

import { basename, isAbsolute, join, relative } from "node:path";

import type { Problem } from "../../files/problem.ts";
import { passing } from "../../files/text-file.ts";
import { type FolderEntry, listEntries, mustStat } from "../../host/files.ts";
import { pathExists, realPath } from "../../host/paths.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { MISSING, stamped } from "../../host/stamp.ts";
import { AGENT_PLUGIN, NAMESPACE } from "../agent-plugin/format.ts";
import { agentPluginIn, HOOK_MANIFESTS, hookManifestIn, MANIFEST, policyProblem, strayManifest } from "./manifest-files.ts";
import type { IsKnown, PluginSource, SourceListing, Unread } from "./source.ts";

export const SKILL = "SKILL.md";

/** Bounds far above any real source; they keep a hook call from walking a whole disk. */
const DEEPEST = 32;
const MOST_FOLDERS = 10_000;

/** Never contains plugins of the source itself: a repository's own data, other people's packages, and what counts with an Agent Plugin's manifest alone. */
const SKIPPED = new Set([".git", "node_modules", NAMESPACE]);

export function folderSource(name: string, root: string): PluginSource {
  return { name, origin: root, list: (isKnown) => listFolder(root, undefined, isKnown) };
}

/** The same for a folder that the user named, where a missing one is reported. */
export function namedFolderSource(name: string, root: string): PluginSource {
  return {
    ...folderSource(name, root),
    list: (isKnown) => {
      const listing = listFolder(root, undefined, isKnown);
      if (listing.root?.[1] !== MISSING || listing.unread.length > 0) return listing;
      const hint = root.includes("~")
        ? "~ is not expanded here; write the path in full"
        : "relative paths start at the folder of the config file";
      const problem: Problem = { severity: "warning", file: root, message: `source \`${name}\`: the folder does not exist`, hint };
      return { ...listing, problems: [problem], unread: [{ problem }] };
    },
  };
}

/**
 * In order of path. A missing folder is an empty source. Each real folder is entered once, so links cannot lead in circles. With
 * `bounds`, a folder around the root, links that lead outside of it are ignored: other people wrote what is there.
 */
export function listFolder(root: string, bounds?: string, isKnown: IsKnown = () => false): SourceListing {
  const lists = { plugins: [], skills: [], watched: [], problems: [], unread: [] };
  const walk: Walk = { ...lists, seen: new Set(), isKnown, isCut: false, bounds: bounds && realPath(bounds) };
  const { stamp: top, entries } = listing(root, walk, true);
  const policy = hasFile(entries, MANIFEST) ? policyProblem(join(root, MANIFEST)) : undefined;
  if (policy !== undefined) walk.problems.push(policy);
  const own = manifestAmong(root, entries, isKnown, policy !== undefined);
  if (own === undefined) {
    const real = realPath(root);
    walk.seen.add(real);
    const stray = hookManifestIn(root, namesOf(entries));
    if (stray !== undefined) {
      const hint = "move it into a folder of its own, or name the folder above as the source";
      walk.problems.push({ severity: "warning", file: stray, message: "is at the root of a plugin source, so Symposium ignores it", hint });
    }
    const former = hasFile(entries, AGENT_PLUGIN) ? join(root, AGENT_PLUGIN) : undefined;
    if (former !== undefined) {
      walk.watched.push(stamped(former));
      walk.unread.push(noLonger(root, former));
    }
    descend({ folder: root, real, entries, depth: 0 }, walk);
  } else if (own === AGENT_PLUGIN) {
    // A repository that is one Agent Plugin is the usual way to publish one.
    if (!leavesBounds(join(root, own), walk)) walk.plugins.push(root);
  } else {
    const hint = "name the folder above it as the source, or move it into a folder of its own";
    leaveUnread(walk, { problem: { severity: "error", file: root, message: `plugin source root contains ${own}`, hint } });
  }
  const { plugins, skills, watched, problems, unread } = walk;
  return { plugins, skills, root: top, watched, problems, unread };
}

/** What makes the folder a plugin or a skill. `SYMPOSIUM.toml` wins over an Agent Plugin's manifest (AP-1). */
function manifestAmong(folder: string, entries: readonly FolderEntry[], isKnown: IsKnown, isPolicy = false): string | undefined {
  if (!isPolicy && hasFile(entries, MANIFEST)) return MANIFEST;
  const names = namesOf(entries);
  const isPackaged = names.includes(AGENT_PLUGIN) && (isKnown(join(folder, AGENT_PLUGIN)) || agentPluginIn(folder, names) !== undefined);
  // What is read as a `SYMPOSIUM.toml` wins too.
  if (isPackaged && strayManifest(folder, names)?.isManifest !== true) return AGENT_PLUGIN;
  return hasFile(entries, SKILL) ? SKILL : undefined;
}

interface Walk {
  readonly plugins: string[];
  readonly skills: string[];
  readonly watched: Stamped[];
  readonly problems: Problem[];
  readonly unread: Unread[];
  readonly seen: Set<string>;
  readonly isKnown: IsKnown;
  readonly bounds?: string;
  isCut: boolean;
}

interface Level {
  readonly folder: string;
  readonly real: string;
  readonly entries: readonly FolderEntry[];
  readonly depth: number;
}

function descend({ folder, real: parent, entries, depth }: Level, walk: Walk): void {
  for (const { name, path, isLink } of foldersIn(folder, entries, walk)) {
    if (SKIPPED.has(name)) continue;
    // Only a link can lead elsewhere, and resolving a path costs many times a check of the file.
    const real = isLink ? realPath(path) : join(parent, name);
    if (walk.seen.has(real)) continue;
    walk.seen.add(real);
    if (leavesBounds(path, walk, real)) continue;
    if (depth >= DEEPEST || walk.seen.size > MOST_FOLDERS) return cut(folder, walk);
    const { stamp, entries: inside } = listing(path, walk);
    const own = manifestAmong(path, inside, walk.isKnown);
    // The manifest may be a link that leads out.
    if (own !== undefined && leavesBounds(join(path, own), walk)) continue;
    if (own === MANIFEST || own === AGENT_PLUGIN) walk.plugins.push(path);
    else if (own === SKILL) {
      walk.skills.push(path);
      // With a manifest it would be a plugin.
      walk.watched.push(...[MANIFEST, AGENT_PLUGIN].map((name) => stamped(join(path, name))));
    } else {
      walk.watched.push(stamp);
      const names = namesOf(inside);
      const stray = strayManifest(path, names);
      if (stray !== undefined) walk.watched.push(stamped(stray.file));
      const like = [AGENT_PLUGIN, ...HOOK_MANIFESTS].filter((name) => names.includes(name));
      walk.watched.push(...like.map((name) => stamped(join(path, name))));
      const found = stray?.isManifest === true ? stray.file : hookManifestIn(path, like);
      if (found !== undefined && !leavesBounds(found, walk)) walk.plugins.push(path);
      else {
        // It may have been a manifest until an edit began, and a folder of that name may have replaced one.
        const former = stray?.file ?? like[0] ?? names.find((name) => name === MANIFEST);
        if (former !== undefined) walk.unread.push(noLonger(path, join(path, basename(former))));
        descend({ folder: path, real, entries: inside, depth: depth + 1 }, walk);
      }
    }
  }
}

function foldersIn(folder: string, entries: readonly FolderEntry[], walk: Walk) {
  return entries
    .map((entry) => ({ entry, name: entry.name, path: join(folder, entry.name), isLink: !entry.isDirectory() }))
    .filter(({ entry, path, isLink }) => !isLink || (entry.isSymbolicLink() && isFolder(path, walk)))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * The stamp must match the entries: a folder that was missing for the moment in which it was listed, and is back, must not count as listed.
 * A missing folder is empty; the content of a root that is a dangling link is unknown.
 */
function listing(folder: string, walk: Walk, isRoot = false): { readonly stamp: Stamped; readonly entries: readonly FolderEntry[] } {
  const stamp = stamped(folder);
  try {
    return { stamp, entries: listEntries(folder) };
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const isLink = code === "ENOENT" && pathExists(folder);
    if (code !== "ENOENT" || isLink) {
      const message = isLink ? "is a dangling link" : code === "ENOTDIR" ? "is not a folder" : `cannot be read (${code})`;
      const problem: Problem = { severity: "error", file: folder, message, ...passing(code) };
      leaveUnread(walk, { folder: isRoot ? undefined : folder, problem });
    }
    return { stamp: [folder, code === "ENOENT" ? MISSING : stamp[1]], entries: [] };
  }
}

function leaveUnread({ problems, unread }: Walk, one: Unread): void {
  problems.push(one.problem);
  unread.push(one);
}

function noLonger(folder: string, file: string): Unread {
  return { folder, isItself: true, problem: { severity: "error", file, message: "is no longer a manifest" } };
}

function namesOf(entries: readonly FolderEntry[]): readonly string[] {
  return entries.map(({ name }) => name);
}

function hasFile(entries: readonly FolderEntry[], name: string): boolean {
  return entries.some((entry) => entry.name === name && !entry.isDirectory());
}

/** For a link. Editors leave dangling links, so one is reported only where a plugin was behind it. */
function isFolder(path: string, { unread }: Walk): boolean {
  try {
    return mustStat(path).isDirectory();
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    const message = code === "ENOENT" ? "is a dangling link" : `cannot be read (${code})`;
    unread.push({ folder: path, problem: { severity: "error", file: path, message, ...passing(code) } });
    return false;
  }
}

function leavesBounds(path: string, { bounds, problems }: Walk, real?: string): boolean {
  const way = bounds === undefined ? "" : relative(bounds, real ?? realPath(path));
  const isOutside = isAbsolute(way) || /^\.\.(?:[\\/]|$)/.test(way);
  if (isOutside) problems.push({ severity: "warning", file: path, message: "leads out of its source, so Symposium ignores it" });
  return isOutside;
}

function cut(folder: string, walk: Walk): void {
  if (!walk.isCut) {
    const message = `has more folders than Symposium searches (${MOST_FOLDERS}, ${DEEPEST} levels deep); it ignores the rest`;
    leaveUnread(walk, { problem: { severity: "warning", file: folder, message } });
  }
  walk.isCut = true;
}
