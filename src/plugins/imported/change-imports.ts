/** Writes the record of imports. It is replaced as a whole, or stays as it was. */

import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { writing } from "../../config-files/not-written.ts";
import { UserError } from "../../errors.ts";
import { clearLeftover, temporaryOf } from "../../platform/leftover.ts";
import { withLock } from "../../platform/lock.ts";
import type { Places } from "../../platform/places.ts";
import { writeAtomically } from "../../platform/write-atomically.ts";
import { importKey, IMPORTS_FORMAT, IMPORTS_VERSION, type ImportRecord, readImports } from "./import-record.ts";

const PATIENCE_MS = 10_000;

type ImportPlaces = Pick<Places, "imports" | "locks">;

/** Whether it is new: importing the same files again replaces their record. */
export function addImport(places: ImportPlaces, now: () => number, record: ImportRecord): boolean {
  let isNew = true;
  changeImports(places, now, (records) => {
    isNew = records.every((other) => importKey(other) !== importKey(record));
    return [...records.filter((other) => importKey(other) !== importKey(record)), record];
  });
  return isNew;
}

export function removeImports(places: ImportPlaces, now: () => number, gone: readonly ImportRecord[]): void {
  const keys = new Set(gone.map(importKey));
  changeImports(places, now, (records) => records.filter((record) => !keys.has(importKey(record))));
}

/** Two terminals write one after the other. Throws a `UserError` where the file is damaged, or cannot be written. */
function changeImports(
  places: ImportPlaces,
  now: () => number,
  change: (records: readonly ImportRecord[]) => readonly ImportRecord[],
): void {
  const { imports: file, locks } = places;
  const done = withLock(join(locks, "imports"), { now, wait: PATIENCE_MS }, () => {
    const { records, problem } = readImports(places);
    if (problem !== undefined) throw new UserError("IMPORTS-FILE", `${file} ${problem}`);
    const text = JSON.stringify({ format: IMPORTS_FORMAT, version: IMPORTS_VERSION, records: change(records) }, null, 1);
    writing(file, () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      clearLeftover(file);
      writeAtomically(file, `${text}\n`, { mode: 0o600, durable: true, temporary: temporaryOf(file) });
    });
  });
  if (!done.held)
    throw new UserError("BUSY", `cannot lock ${file}`, {
      hint: "wait for other Symposium commands to end, check whether the disk is full or read-only, and run this again",
    });
}
