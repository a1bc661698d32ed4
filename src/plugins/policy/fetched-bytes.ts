/**
 * Whether a package's bytes are those that were fetched under its name with the user's own configuration. Only then a policy that names the package
 * means it: a folder in a clone may call itself anything (IX-17).
 */

import { join } from "node:path";

import type { FetchedCopies, PackageSurroundings } from "../../ecosystems/ecosystem.ts";
import { ecosystemNamed } from "../../ecosystems/list.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { isAtOrBelow } from "../../platform/bounds.ts";
import { realPath } from "../../platform/real-path.ts";
import { type Stamped, stamped } from "../../platform/stamp.ts";
import { snapshotOf } from "../../trust/snapshot.ts";
import { uncoverable } from "../../trust/uncoverable.ts";
import { GIT } from "../chained-text.ts";
import type { PackageOrigin } from "../plugin-origin.ts";

export interface FetchedBytes {
  readonly isFetched: boolean;
  /** What changes when there is something to compare with. */
  readonly stamps: readonly Stamped[];
}

export type FetchedBytesOf = (origin: PackageOrigin) => FetchedBytes;

/** Each package is compared once. */
export function fetchedBytesIn(workspace: Workspace | null, where: PackageSurroundings): FetchedBytesOf {
  const known = new Map<string, FetchedBytes>();
  return (origin) => {
    const key = JSON.stringify([origin.ecosystem, origin.name, origin.version, origin.folder]);
    const bytes = known.get(key) ?? compared(origin, workspace, where);
    known.set(key, bytes);
    return bytes;
  };
}

function compared(
  { ecosystem: word, name, version, folder }: PackageOrigin,
  workspace: Workspace | null,
  where: PackageSurroundings,
): FetchedBytes {
  // Symposium fetched it from the address that is its name.
  if (word === GIT) return { isFetched: true, stamps: [] };
  const ecosystem = ecosystemNamed(word);
  if (ecosystem === undefined || version === undefined) return { isFetched: false, stamps: [] };
  // Taken before the folders are read, so that a change meanwhile shows.
  const { within } = ecosystem.fetchedCopies(name, version, where);
  const stamps = within.map(stamped);
  const copies = ecosystem.fetchedCopies(name, version, where);
  const [real, top] = [realPath(folder), workspace === null ? undefined : realPath(workspace.repository ?? workspace.folder)];
  // Variables of a project may lead caches into it.
  const outside = copies.folders.map(realPath).filter((copy) => top === undefined || !isAtOrBelow(copy, top));
  const isFetched = outside.some((copy) => copy === real) || outside.some((copy) => isSame(copy, real, ecosystem.derived, copies));
  return { isFetched, stamps: isFetched ? [] : stamps };
}

function isSame(one: string, other: string, derived: readonly string[], { beside = [] }: FetchedCopies): boolean {
  try {
    return bytesIn(one, derived, beside) === bytesIn(other, derived, beside);
  } catch {
    // What a consent cannot cover cannot be compared either.
    return false;
  }
}

/** Package managers set executable bits as they like. */
function bytesIn(folder: string, derived: readonly string[], beside: readonly string[]): string {
  const coverage = { kind: "folder", folder, manifest: join(folder, "SYMPOSIUM.toml"), named: [], derived } as const;
  const { files, problem } = snapshotOf({ coverage, parts: [] });
  if (problem !== undefined) throw uncoverable(problem);
  const counting = files.filter(([path, , digest]) => !digest.startsWith("folder:") && !beside.includes(path));
  return JSON.stringify(counting.map(([path, , digest]) => [path, digest.replace(/^x:/, "")]));
}
