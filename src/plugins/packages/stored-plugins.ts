/**
 * Packages' plugins as they were last read in a workspace: after a change of the lock file alone, a hook call need not read them again. An entry
 * counts while every file it follows from is as it was. One private file per workspace; with any doubt about it the packages count.
 */

import { join } from "node:path";

import { consentStamp, pathStats, stampOfPath } from "../../consent/stamp.ts";
import { readSealed, writeSealed } from "../../files/memo.ts";
import type { FileStats } from "../../host/files.ts";
import { isVisit } from "../../host/own-process.ts";
import { workspaceState } from "../../host/places.ts";
import type { Stamp } from "../../host/reading-budget.ts";
import { areFresh, timeOfStamp } from "../../host/stamp.ts";
import { ecosystemNamed } from "../../packages/list.ts";
import { BUILD } from "../../version.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import { revivedAtom, revivedGate } from "../gates/parse-atom.ts";
import type { ChainedPlugin, Plugin, SkillGroup } from "../plugin.ts";
import type { ReadRequest } from "../plugins-read.ts";
import { MANIFEST } from "../sources/manifest-files.ts";
import { type PackageFolder, type PackagePlugin, readPackagePlugin } from "./package-plugin.ts";

export interface StoredPlugins {
  /** Read, or as it was read before. */
  readonly carriedBy: (from: PackageFolder) => PackagePlugin;
  /** Writes only changes. */
  readonly save: () => void;
}

/** The manifests and the package's own file, with stamps that no program can set back. */
type Entry = readonly [from: PackageFolder, stamps: readonly Stamp[], carried: PackagePlugin];

const STORED_FORMAT = "symposium-carried 2";

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

export function openStoredPlugins(request: ReadRequest): StoredPlugins {
  const { places, workspace, context, isStored } = request;
  if (isStored !== true || workspace === null || isVisit(places))
    return { carriedBy: (from) => readPackagePlugin(from, request), save: () => {} };
  const file = workspaceState(places, workspace.folder).carried;
  const kind = [STORED_FORMAT, BUILD, context.os, places.cache];
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
      const carried = readPackagePlugin(from, request);
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
function statsIfReadable(path: string): FileStats | undefined | null {
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
function isRepeatable(before: readonly (FileStats | undefined | null)[], carried: PackagePlugin, latest: number): boolean {
  if (!carried.isFixed || carried.isIncomplete || carried.problems.length > 0) return false;
  for (const stats of before) if (stats === null || (stats !== undefined && !(stats.isFile() && stats.ctimeMs <= latest))) return false;
  // A missing file has no time.
  for (const [, stamp] of carried.watched) if ((timeOfStamp(stamp) || 0) > latest) return false;
  return true;
}

function revived({ plugin, redirects, ...rest }: PackagePlugin): PackagePlugin {
  return { ...rest, plugin: plugin === undefined ? undefined : revivedPlugin(plugin), redirects: redirects.map(revivedAtom) };
}

/** A plugin from JSON: its gates and packages get their functions back. */
function revivedPlugin(plugin: Plugin): Plugin {
  return {
    ...plugin,
    gate: revivedGate(plugin.gate),
    hooks: plugin.hooks.map(withGate),
    skills: plugin.skills.map(revivedGroup),
    servers: plugin.servers.map(withGate),
    subcommands: plugin.subcommands.map(withGate),
    chained: plugin.chained.map(revivedChained),
  };
}

function withGate<T extends Pick<Plugin, "gate">>(item: T): T {
  return { ...item, gate: revivedGate(item.gate) };
}

function revivedChained(one: ChainedPlugin): ChainedPlugin {
  const { source } = one;
  return source.kind === "package" ? { ...withGate(one), source: { ...source, package: revivedAtom(source.package) } } : withGate(one);
}

function revivedGroup(group: SkillGroup): SkillGroup {
  const { source } = group;
  const named =
    source.kind === "package" && source.package !== undefined ? { source: { ...source, package: revivedAtom(source.package) } } : {};
  return { ...withGate(group), ...named };
}
