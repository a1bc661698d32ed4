/**
 * Workspaces in files of our own: as a command last read one, so that hundreds of manifests need not be read again while none has changed, and
 * as one was when it last had no mistake. Hook calls use their index, and read the files where that is stale.
 */

import { mkdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";

import { type Problem, withLastGood } from "../files/problem.ts";
import { isAtOrBelow } from "../host/bounds.ts";
import { realPath } from "../host/paths.ts";
import { readRegularText } from "../host/read-file.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { areFresh, timeOfStamp } from "../host/stamp.ts";
import { writeAtomically, writeIfChanged } from "../host/write-file.ts";
import { lookUp } from "../lookup.ts";
import { isListOf, isObject, isText, isTextPair, parseJson } from "../model/json.ts";
import { BUILD } from "../version.ts";
import type { Dependency, DependencyOrigin, Member, RootSurroundings, WorkspaceRoot } from "./ecosystem.ts";
import { ECOSYSTEMS } from "./list.ts";
import { readRoots, repositoryAround, type Workspace, workspaceOf, type WorkspaceRoots } from "./workspace.ts";

interface CachingSurroundings extends RootSurroundings {
  readonly now: () => number;
}

interface Cached {
  /** What the result depends on besides files. */
  readonly madeFor: string;
  readonly read: WorkspaceRoots;
}

/** The result of `readWorkspace`, read from `file` or written to it. With any problem in that file, the workspace is read again. */
export function cachedWorkspace(file: string, start: string, where: CachingSurroundings): Workspace {
  const madeFor = askedFor(start, where);
  const cached = readCached(file, start, madeFor);
  if (cached !== undefined && areFresh(cached.checked) && areFresh(cached.watched)) return cached;
  const read = readRoots(start, where);
  const workspace = workspaceOf(read);
  if (isWorthKeeping(workspace, where.now())) writeCached(file, { madeFor, read });
  return workspace;
}

function askedFor(start: string, where: RootSurroundings): string {
  const variables = ECOSYSTEMS.flatMap(({ variables: names }) => names.map((name) => lookUp(where.env, name) ?? null));
  return JSON.stringify([BUILD, start, repositoryAround(start, where), where.home, variables]);
}

const MOST_BYTES = 64 * 1024 * 1024;

function readCached(file: string, start: string, madeFor: string): Workspace | undefined {
  try {
    const value: unknown = JSON.parse(readRegularText(file, { maxBytes: MOST_BYTES, isOurs: true }));
    if (!isObject(value) || value["madeFor"] !== madeFor) return undefined;
    const read: unknown = value["read"];
    return isStoredFrom(resolve(start), read) ? workspaceOf(read) : undefined;
  } catch {
    // Missing or damaged.
    return undefined;
  }
}

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

/** A workspace with problems, or without a lock file, is read again. */
function isWorthKeeping({ roots, checked, watched, problems }: Workspace, now: number): boolean {
  const isSettled = ([, stamp]: Stamped) => !(timeOfStamp(stamp) > now - SETTLED_MS);
  return problems.length === 0 && roots.every(({ isUnlocked }) => !isUnlocked) && checked.every(isSettled) && watched.every(isSettled);
}

function writeCached(file: string, cached: Cached): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${JSON.stringify(cached)}\n`, { mode: 0o600 });
  } catch {
    // Without it the next command reads the files again.
  }
}

/**
 * A workspace when it last had no mistake. While one of its manifests is broken, its roots, members and dependencies stay what they were (RT-37), and everything
 * that is not part of it is read as always.
 */
const MOST_BYTES_REMEMBERED = 64 * 1024 * 1024;

export function mistakeIn(workspace: Workspace | null): Problem | undefined {
  return workspace?.problems.find(isMistake);
}

function isMistake({ severity }: Problem): boolean {
  return severity === "error";
}

/** `start` is where reading began. */
export function rememberWorkspace(file: string, start: string, workspace: Workspace): void {
  if (mistakeIn(workspace) !== undefined) return;
  const roots = workspace.roots.map((root) => ({ ...root, checked: [], watched: [], problems: [] }));
  const read: WorkspaceRoots = { start, repository: workspace.repository, roots, between: [] };
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeIfChanged(file, `${JSON.stringify({ build: BUILD, read })}\n`, { mode: 0o600 });
  } catch {
    // A full or read-only disk.
  }
}

/** What is watched is what the mistake was found in. `undefined` where nothing is remembered. */
export function recalledWorkspace(file: string, start: string, broken: Workspace): Workspace | undefined {
  try {
    const value = parseJson(readRegularText(file, { maxBytes: MOST_BYTES_REMEMBERED, isOurs: true }));
    if (!isObject(value) || value["build"] !== BUILD) return undefined;
    const read: unknown = value["read"];
    if (!isStoredFrom(start, read)) return undefined;
    const since = statSync(file).mtimeMs;
    // A manifest of a member is not checked in every call, and the end of its mistake must be noticed in the next one.
    const kept = (problem: Problem): Problem => (isMistake(problem) ? { ...withLastGood(problem, since), mayPass: true } : problem);
    return { ...workspaceOf(read), checked: broken.checked, watched: broken.watched, problems: broken.problems.map(kept) };
  } catch {
    // Missing or damaged.
    return undefined;
  }
}

/** `start` is where reading began. Only workspaces without problems are stored. */
function isStoredFrom(start: string, value: unknown): value is WorkspaceRoots {
  if (!isObject(value) || value["start"] !== start || value["unread"] !== undefined) return false;
  const { repository, roots, between }: Record<string, unknown> = value;
  if ((repository !== null && !isFolder(repository)) || !isListOf(roots, isRoot) || !isListOf(between, isTextPair)) return false;
  const top = repository ?? roots[0]?.folder ?? start;
  // A repository's files lead nowhere else (PL-32). The top may be written with links, and a folder below it without.
  const isInside = (folder: string) => isAtOrBelow(folder, top) || isAtOrBelow(folder, realPath(top));
  return isInside(start) && roots.every((root) => [root, ...root.members].every(({ folder }) => isInside(folder)));
}

function isRoot(value: unknown): value is WorkspaceRoot {
  if (!isObject(value)) return false;
  const { ecosystem, folder, members, dependencies, isUnlocked, checked, watched, problems } = value;
  return (
    isEcosystem(ecosystem) &&
    isFolder(folder) &&
    isListOf(members, isMember) &&
    isListOf(dependencies, isDependency) &&
    typeof isUnlocked === "boolean" &&
    isListOf(checked, isTextPair) &&
    isListOf(watched, isTextPair) &&
    Array.isArray(problems) &&
    problems.length === 0
  );
}

function isMember(value: unknown): value is Member {
  return isObject(value) && isText(value["name"]) && isTextIfAny(value["version"]) && isFolder(value["folder"]);
}

function isDependency(value: unknown): value is Dependency {
  if (!isObject(value)) return false;
  const { ecosystem, name, version, requirement, origin } = value;
  return isEcosystem(ecosystem) && isText(name) && isTextIfAny(version) && isTextIfAny(requirement) && isOrigin(origin);
}

function isOrigin(value: unknown): value is DependencyOrigin {
  if (!isObject(value)) return false;
  const { kind, folder, beside, isUnnamed, named, address, checksum } = value;
  return (
    (kind === "registry" || kind === "git" || kind === "path") &&
    (folder === undefined || isFolder(folder)) &&
    [beside, address, checksum].every(isTextIfAny) &&
    (isUnnamed === undefined || isUnnamed === true) &&
    (named === true || isTextIfAny(named))
  );
}

function isEcosystem(value: unknown): boolean {
  return ECOSYSTEMS.some(({ name }) => name === value);
}

function isFolder(value: unknown): value is string {
  return isText(value) && isAbsolute(value);
}

function isTextIfAny(value: unknown): boolean {
  return value === undefined || isText(value);
}
