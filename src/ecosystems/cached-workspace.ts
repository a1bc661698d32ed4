/**
 * The workspace as a command last read it. While no file it was read from has changed, hundreds of manifests need not be read again. Hook calls
 * use their index, and read the files where that is stale.
 */

import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { isObject } from "../canonical/json.ts";
import { lookUp } from "../lookup.ts";
import { readRegularText } from "../platform/read-regular.ts";
import { areFresh, type Stamped, timeOfStamp } from "../platform/stamp.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { BUILD } from "../version.ts";
import type { RootSurroundings } from "./ecosystem.ts";
import { ECOSYSTEMS } from "./list.ts";
import { isStoredFrom } from "./stored-roots.ts";
import { readRoots, repositoryAround, type Workspace, workspaceOf, type WorkspaceRoots } from "./workspace.ts";

export interface CachingSurroundings extends RootSurroundings {
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
