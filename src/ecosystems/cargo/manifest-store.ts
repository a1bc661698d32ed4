/**
 * The members' manifests as they were last read. After a change of the lock file alone, hundreds of them need not be parsed again in a hook
 * call. An entry counts while its file has the same stamp.
 */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { isObject } from "../../canonical/json.ts";
import { readTextFile } from "../../documents/text-file.ts";
import { readRegularText } from "../../platform/read-regular.ts";
import { type Stamp, timeOfStamp } from "../../platform/stamp.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import { BUILD } from "../../version.ts";
import type { Manifest } from "./manifest.ts";

export interface ManifestStore {
  readonly find: (file: string, stamp: Stamp) => Manifest | undefined;
  readonly add: (stamp: Stamp, manifest: Manifest) => void;
  /** Writes what was found and added, if anything was added. */
  readonly save: () => void;
}

type Entry = readonly [stamp: Stamp, manifest: Omit<Manifest, "text">];

const MOST_BYTES = 64 * 1024 * 1024;
/** Fewer are parsed as fast as they are read here. */
const FEWEST = 20;
/** A file that changes twice within one tick of the clock has one stamp for both. */
const SETTLED_MS = 2_000;

/** With any problem in `place`, nothing is known. */
export function openManifestStore(place: string): ManifestStore {
  const known = readEntries(place);
  const used = new Map<string, Entry>();
  let isChanged = false;
  return {
    find: (file, stamp) => {
      const entry = known.get(file);
      if (entry === undefined || entry[0] !== stamp) return undefined;
      used.set(file, entry);
      return Object.assign(entry[1], { text: () => textOf(file) });
    },
    add: (stamp, manifest) => {
      // Its table of dependencies is a map, which JSON does not have.
      if (manifest.workspace !== undefined || !(timeOfStamp(stamp) < Date.now() - SETTLED_MS)) return;
      used.set(manifest.file, [stamp, manifest]);
      isChanged = true;
    },
    save: () => {
      if (isChanged && used.size >= FEWEST) writeEntries(place, used);
    },
  };
}

/** Needed only where there is no lock file. */
function textOf(file: string): string {
  const read = readTextFile(file);
  return read.kind === "text" ? read.text : "";
}

function readEntries(place: string): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  try {
    const value: unknown = JSON.parse(readRegularText(place, { maxBytes: MOST_BYTES, isOurs: true }));
    const listed: unknown = isObject(value) && value["build"] === BUILD ? value["entries"] : [];
    for (const entry of Array.isArray(listed) ? (listed as Entry[]) : []) entries.set(entry[1].file, entry);
  } catch {
    // Missing or damaged.
  }
  return entries;
}

function writeEntries(place: string, entries: ReadonlyMap<string, Entry>): void {
  try {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    writeAtomically(place, `${JSON.stringify({ build: BUILD, entries: [...entries.values()] })}\n`, { mode: 0o600 });
  } catch {
    // Without it the next call reads the files again.
  }
}
