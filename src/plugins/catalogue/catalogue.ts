/** Uses the catalogue while sources are read: finds plugins that are asleep, and collects the entries of the next catalogue. */

import { statSync } from "node:fs";
import { join } from "node:path";

import { areFresh, type Stamped, stampOfStats, timeOfStamp } from "../../platform/stamp.ts";
import { revivedGate } from "../../predicates/revived-gate.ts";
import { AGENT_PLUGIN } from "../agent-plugin/format.ts";
import type { PluginReading } from "../read-plugin.ts";
import type { ReadRequest } from "../read-plugins.ts";
import { MANIFEST } from "../sources/manifest-file.ts";
import { type CatalogueEntry, readCatalogue, writeCatalogue } from "./catalogue-file.ts";
import { outlineOf } from "./outline.ts";
import { mayWake, needsOf } from "./waking.ts";

export interface Catalogue {
  /** The plugin in this folder, if the workspace cannot wake it and its manifest is as it was read. */
  readonly asleepIn: (directory: string) => CatalogueEntry | undefined;
  /** This file is a manifest, and as it was read. */
  readonly knows: (file: string) => boolean;
  /** `before` is the state of the manifest from before it was read. */
  readonly add: (before: ManifestState | undefined, reading: PluginReading) => void;
  /** Writes only changes. */
  readonly write: () => void;
}

export interface ManifestState {
  readonly manifest: Stamped;
  readonly changed: number;
}

/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

export function openCatalogue({ places, context, workspace, through, frozen }: ReadRequest): Catalogue {
  const isUsed = through === undefined && frozen === undefined;
  const stored = isUsed ? readCatalogue(places, context.os) : [];
  const known = new Map(stored.map((entry) => [entry.manifest[0], entry]));
  const entries: CatalogueEntry[] = [];
  let isChanged = false;
  return {
    asleepIn(directory) {
      const entry = known.get(join(directory, MANIFEST)) ?? known.get(join(directory, AGENT_PLUGIN));
      if (entry === undefined || !isSame(entry) || !areFresh(entry.watched)) return undefined;
      entries.push(entry);
      if (mayWake(entry.needs, workspace)) return undefined;
      return { ...entry, outline: { ...entry.outline, gate: revivedGate(entry.outline.gate) } };
    },
    knows(file) {
      const entry = known.get(file);
      return entry !== undefined && isSame(entry);
    },
    add(before, reading) {
      if (before === undefined || before.manifest[0] !== reading.manifest[0] || entries.at(-1)?.manifest[0] === before.manifest[0]) return;
      const outlined = outlineIn(reading);
      const isSettled = Math.max(before.changed, ...[before.manifest, ...reading.watched].map(timeIn)) <= context.now() - SETTLED_MS;
      if (outlined === undefined || !isSettled || before.manifest[1] !== reading.manifest[1]) return;
      entries.push({ ...before, watched: reading.watched, problems: reading.problems, ...outlined });
      isChanged = true;
    },
    write() {
      if (isUsed && (isChanged || entries.length !== stored.length)) writeCatalogue(places, context.os, entries);
    },
  };
}

/** `undefined` where there is none. An Agent Plugin's counts where there is no other. */
export function manifestState(directory: string): ManifestState | undefined {
  return stateOf(join(directory, MANIFEST)) ?? stateOf(join(directory, AGENT_PLUGIN));
}

function stateOf(file: string): ManifestState | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat === undefined ? undefined : { manifest: [file, stampOfStats(stat)], changed: stat.ctimeMs };
  } catch {
    return undefined;
  }
}

function isSame({ manifest, changed }: CatalogueEntry): boolean {
  const now = stateOf(manifest[0]);
  return now !== undefined && now.manifest[1] === manifest[1] && now.changed === changed;
}

/** Of a manifest that is in force as it is, perhaps with mistakes; not of one that an earlier version stands in for. */
function outlineIn({ plugin, isBroken }: PluginReading): Pick<CatalogueEntry, "needs" | "outline"> | undefined {
  const needs = plugin === undefined || isBroken ? undefined : needsOf(plugin);
  return needs === undefined ? undefined : { needs, outline: outlineOf(plugin!) };
}

/** A missing file has no time. */
function timeIn([, stamp]: Stamped): number {
  return timeOfStamp(stamp) || 0;
}
