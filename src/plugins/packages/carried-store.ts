/**
 * Packages' plugins as they were last read in a workspace: after a change of the lock file alone, a hook call need not read them again. An entry
 * counts while every file it follows from is as it was. One private file per workspace; with any doubt about it the packages count.
 */

import type { Stats } from "node:fs";
import { join } from "node:path";

import { ecosystemNamed } from "../../ecosystems/list.ts";
import { isVisit } from "../../platform/other-owner.ts";
import { readSealed, writeSealed } from "../../platform/sealed-json.ts";
import { areFresh, type Stamp, timeOfStamp } from "../../platform/stamp.ts";
import { workspaceState } from "../../platform/workspace-state.ts";
import { revivedAtom } from "../../predicates/revived-gate.ts";
import { consentStamp, stampOfPath } from "../../trust/consent-stamp.ts";
import { pathStats } from "../../trust/file-digest.ts";
import { BUILD } from "../../version.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import type { ReadRequest } from "../read-plugins.ts";
import { revivedPlugin } from "../revived-plugin.ts";
import { MANIFEST } from "../sources/manifest-file.ts";
import { type Carried, type PackageFolder, readCarried } from "./carried-plugin.ts";

export interface CarriedStore {
  /** Read, or as it was read before. */
  readonly carriedBy: (from: PackageFolder) => Carried;
  /** Writes only changes. */
  readonly save: () => void;
}

/** The manifests and the package's own file, with stamps that no program can set back. */
type Entry = readonly [from: PackageFolder, stamps: readonly Stamp[], carried: Carried];

const CARRIED_FORMAT = "symposium-carried 2";
/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

export function openCarriedStore(request: ReadRequest): CarriedStore {
  const { places, workspace, context, isStored } = request;
  if (isStored !== true || workspace === null || isVisit(places))
    return { carriedBy: (from) => readCarried(from, request), save: () => {} };
  const file = workspaceState(places, workspace.folder).carried;
  const kind = [CARRIED_FORMAT, BUILD, context.os, places.cache];
  let known: Map<string, Entry> | undefined;
  // Most workspaces have no package with a plugin.
  const open = () => {
    const entries = new Map<string, Entry>();
    for (const entry of (readSealed(file, kind) as Entry[] | undefined) ?? []) entries.set(keyOf(entry[0]), entry);
    return entries;
  };
  const used: Entry[] = [];
  let isChanged = false;
  return {
    carriedBy(from) {
      known ??= open();
      const entry = known.get(keyOf(from));
      if (entry !== undefined && isSame(entry)) {
        used.push(entry);
        return revived(entry[2]);
      }
      // Before the files are read, so that a change in between shows.
      const before = filesOf(from).map(statsIfReadable);
      const carried = readCarried(from, request);
      if (isRepeatable(before, carried, context.now() - SETTLED_MS)) {
        used.push([from, before.map((stats) => stampOfPath(stats ?? undefined)), carried]);
        isChanged = true;
      }
      return carried;
    },
    save() {
      if (known !== undefined && (isChanged || used.length !== known.size)) writeSealed(file, kind, used);
    },
  };
}

function keyOf({ ecosystem, name, folder }: PackageFolder): string {
  return `${ecosystem}\n${name}\n${folder}`;
}

/** In the order of what was read. */
function filesOf({ ecosystem, folder }: PackageFolder): readonly string[] {
  return [MANIFEST, ecosystemNamed(ecosystem)?.packageFile ?? MANIFEST, AGENT_PLUGIN].map((name) => join(folder, name));
}

/** `null` where it cannot be known. */
function statsIfReadable(path: string): Stats | undefined | null {
  try {
    return pathStats(path);
  } catch {
    return null;
  }
}

function isSame([from, stamps, { watched }]: Entry): boolean {
  const files = filesOf(from);
  // The first ones are these files.
  return files.every((file, at) => consentStamp(file) === stamps[at]) && areFresh(watched.slice(files.length));
}

/** Links are read again: what they lead to has other stamps. */
function isRepeatable(before: readonly (Stats | undefined | null)[], carried: Carried, latest: number): boolean {
  if (!carried.isFixed || carried.isIncomplete || carried.problems.length > 0) return false;
  for (const stats of before) if (stats === null || (stats !== undefined && !(stats.isFile() && stats.ctimeMs <= latest))) return false;
  // A missing file has no time.
  for (const [, stamp] of carried.watched) if ((timeOfStamp(stamp) || 0) > latest) return false;
  return true;
}

function revived({ plugin, redirects, ...rest }: Carried): Carried {
  return { ...rest, ...(plugin === undefined ? {} : { plugin: revivedPlugin(plugin) }), redirects: redirects.map(revivedAtom) };
}
