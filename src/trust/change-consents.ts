/** Writes the record of the user's decisions. It is replaced as a whole, or stays as it was. */

import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { writing } from "../config-files/not-written.ts";
import { UserError } from "../errors.ts";
import { clearLeftover, temporaryOf } from "../platform/leftover.ts";
import { withLock } from "../platform/lock.ts";
import type { Places } from "../platform/places.ts";
import { writeAtomically } from "../platform/write-atomically.ts";
import { CONSENT_FORMAT, CONSENT_VERSION, fileOf, readConsentFile } from "./consent-file.ts";
import type { ConsentRecord } from "./consent-record.ts";
import type { UsedFolder } from "./used-folder.ts";

const PATIENCE_MS = 10_000;

export interface Change {
  /** The records from now on; the given list where nothing changes. */
  readonly change: (records: readonly ConsentRecord[]) => readonly ConsentRecord[];
  /** The same for the folders that the user named. */
  readonly folders?: (folders: readonly UsedFolder[]) => readonly UsedFolder[];
  /** What must not happen before they are written. */
  readonly after?: (records: readonly ConsentRecord[]) => void;
}

/** Two terminals write one after the other. Throws a `UserError` where the file permits nothing, or cannot be written. */
export function changeConsents(
  places: Pick<Places, "consent" | "locks">,
  now: () => number,
  { change, folders: changeFolders, after }: Change,
): void {
  const file = fileOf(places);
  const lock = join(places.locks, "consent");
  const done = withLock(lock, { now, wait: PATIENCE_MS }, () => {
    const before = readConsentFile(places);
    if (before.problem !== undefined) throw new UserError("CONSENT-FILE", before.problem);
    const records = change(before.records);
    const folders = changeFolders?.(before.folders) ?? before.folders;
    // A file that was removed is written again, so that it says what counts now.
    if (records === before.records && folders === before.folders && before.isMissing !== true) return;
    const named = folders.length === 0 ? {} : { folders };
    const text = JSON.stringify({ format: CONSENT_FORMAT, version: CONSENT_VERSION, records, ...named }, null, 1);
    writing(file, () => {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (before.records.length === 0) closeFolder(dirname(file));
      clearLeftover(file);
      writeAtomically(file, `${text}\n`, { mode: 0o600, durable: true, temporary: temporaryOf(file) });
    });
    after?.(records);
  });
  if (!done.held) throw notLocked(lock, file);
  const trouble = readConsentFile(places).problem;
  if (trouble !== undefined) throw new UserError("CONSENT-FILE", trouble);
}

/** A full or read-only disk has no room for a lock either. */
function notLocked(lock: string, file: string): UserError {
  if (existsSync(lock))
    return new UserError("BUSY", `another symposium is writing ${file}`, { hint: "wait for it to end, and run this again" });
  const hint = "check whether the disk is full or read-only, and run this again; your earlier decisions still count";
  return new UserError("NOT-WRITTEN", `cannot write ${file}`, { hint });
}

/** Many systems let a user's group write to new folders. Before the first record there is nothing that it could have changed. */
function closeFolder(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === process.geteuid?.() && (mode & 0o022) !== 0) chmodSync(folder, mode & 0o755);
}
