/**
 * Records which file the native program in place was made from, and what it answered. As long as neither
 * file has changed, a hundred megabytes need not be compared again, nor the program started.
 */

import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { isObject, parseJson } from "../canonical/json.ts";
import { clearLeftover, temporaryOf } from "../platform/leftover.ts";
import type { Places } from "../platform/places.ts";
import { readRegularTextIfAny } from "../platform/read-regular.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { BUILD } from "../version.ts";

export interface ProgramRecord {
  /** The file of the package, and the program in our directory. */
  readonly source: string;
  readonly placed: string;
  /** Its answer. */
  readonly version: string;
}

const FORMAT = "symposium-program";
const VERSION = 1;
const MOST_BYTES = 64 * 1024;

type RecordPlaces = Pick<Places, "base">;

/** The version that the program would answer, if source and program are unchanged since the record. */
export function recordedVersion(places: RecordPlaces, source: string, placed: string): string | undefined {
  const value = parseJson(readRegularTextIfAny(programRecord(places), { maxBytes: MOST_BYTES }) ?? "");
  if (!isObject(value) || value["format"] !== FORMAT || value["version"] !== VERSION || value["build"] !== BUILD) return undefined;
  const { answer, files } = value;
  const now = JSON.stringify(stampsOf([source, placed]));
  return typeof answer === "string" && JSON.stringify(files) === now ? answer : undefined;
}

/** Writes only changes; without a record the next run checks again. The caller holds the registration lock. */
export function recordProgram(places: RecordPlaces, { source, placed, version }: ProgramRecord): void {
  const file = programRecord(places);
  clearLeftover(file);
  if (recordedVersion(places, source, placed) === version) return;
  const record = { format: FORMAT, version: VERSION, build: BUILD, answer: version, files: stampsOf([source, placed]) };
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeAtomically(file, `${JSON.stringify(record)}\n`, { mode: 0o600, temporary: temporaryOf(file) });
  } catch {
    // A full or read-only disk.
  }
}

export function programRecord({ base }: RecordPlaces): string {
  return join(base, "program.json");
}

function stampsOf(files: readonly string[]): readonly (readonly [file: string, stamp: string])[] {
  return files.map((file) => [file, exactStamp(file)]);
}

/** Includes the mode and the time of any change: a program that is not executable must be fixed, whatever it contains. */
function exactStamp(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "-" : [stat.mtimeMs, stat.ctimeMs, stat.size, stat.ino, stat.dev, stat.mode].join(":");
}
