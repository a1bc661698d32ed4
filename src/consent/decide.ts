/** Records what the user decided, and takes it back. The caller has made sure that it is the user (`may-consent.ts`). */

import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { UserError } from "../errors.ts";
import { writing } from "../files/user-file.ts";
import { withLock } from "../host/lock.ts";
import type { Places } from "../host/places.ts";
import { clearLeftover, temporaryOf, writeAtomically } from "../host/write-file.ts";
import { quotedPath } from "../model/safe-text.ts";
import { type ConsentBook, decisionsOn, isAccepted } from "./consent-book.ts";
import { CONSENT_FORMAT, CONSENT_VERSION, type ConsentRecord, fileOf, readConsentFile, type RecordedPart } from "./consent-file.ts";
import { forgetTexts, storeTexts } from "./difference.ts";
import { placeOf } from "./place.ts";
import { type PartNow, type Snapshot, snapshotOf } from "./snapshot.ts";
import { isSamePart, NOWHERE, OF_IMPORT, type Subject, uncoverable } from "./subject.ts";
import type { UsedFolder } from "./used-folder.ts";

interface DecisionPlace {
  readonly places: Pick<Places, "consent" | "consentTexts" | "locks">;
  readonly now: () => number;
}

interface Decision {
  readonly decision: ConsentRecord["decision"];
  readonly scope: ConsentRecord["scope"];
  /** What the user saw, or named. */
  readonly digest: string;
  /** As in the record. The files may be more than a consent can cover. */
  readonly dev?: string;
  /** Digests of other versions that the workspace also uses: decisions on those stay. */
  readonly beside?: readonly string[];
}

/** Throws a `UserError` where the bytes are no longer those that the user saw, or the record cannot be written. */
export function recordDecision(
  { places, now }: DecisionPlace,
  subject: Subject,
  { decision, scope, digest, dev, beside = [] }: Decision,
): ConsentRecord {
  checkScope(subject, scope);
  const snapshot = dev === undefined ? snapshotOf(subject) : snapshotIfAny(subject);
  if (dev === undefined && snapshot.problem !== undefined) throw uncoverable(snapshot.problem);
  if (dev === undefined && snapshot.digest !== digest) throw otherBytes(subject, snapshot.digest);
  const { id, plugin, version } = subject;
  const { folder, files } = snapshot;
  const date = new Date(now()).toISOString();
  const decided = { subject: id, plugin, version, decision, digest: snapshot.digest, dev, date, scope, ...placeOf(subject) };
  let record: ConsentRecord = { ...decided, folder, files, texts: storeTexts(places, snapshot), parts: [] };
  const change = (records: readonly ConsentRecord[]) => {
    record = { ...record, parts: decidedParts(subject, snapshot, decision, { records }) };
    return [...records.filter((other) => beside.includes(other.digest) || !isReplacedBy(other, record)), record];
  };
  try {
    changeConsents(places, now, { change });
  } catch (error) {
    // Removes the texts of the decision that could not be recorded.
    const { records, problem } = readConsentFile(places);
    if (problem === undefined) forgetTexts(places, records);
    throw error;
  }
  return record;
}

/** A no to a change keeps the accepted parts that did not change; a no where nothing changed declines every part. */
function decidedParts(subject: Subject, now: Snapshot, decision: ConsentRecord["decision"], book: Pick<ConsentBook, "records">) {
  const before = decisionsOn(book, subject).flatMap(({ parts }) => parts.filter(isAccepted));
  const parts = subject.parts.flatMap(({ key: _key, entry: _entry, named: _named, ...part }, at): RecordedPart[] => {
    const { digest = "" } = now.parts[at] as Partial<PartNow>;
    const isKept = decision === "declined" && before.some((one) => isSamePart(one, part) && one.digest === digest);
    return [{ ...part, digest, decision: isKept ? "accepted" : decision }];
  });
  return parts.some((part) => part.decision === decision) ? parts : parts.map((part) => ({ ...part, decision }));
}

/** The digest is empty where the files cannot be covered, so it equals no other. */
function snapshotIfAny(subject: Subject): Snapshot {
  const { coverage, parts } = subject;
  try {
    return snapshotOf(subject);
  } catch {
    const none = parts.map(() => ({ digest: "", paths: [] }));
    return { folder: coverage.folder, digest: "", files: [], named: [], searched: [], links: [], parts: none };
  }
}

/** Two repositories may have the same manifest, or depend on the same package, and a command that fixes no file runs whatever they contain. */
export function checkScope(subject: Subject, scope: ConsentRecord["scope"]): void {
  const refusal = (message: string, hint?: string) => new UserError("SCOPE", message, { hint, exitCode: 2 });
  const hint = "run this in a project, or accept it with --everywhere";
  if (scope === "workspace" && subject.workspace === NOWHERE)
    throw refusal(`a decision on \`${subject.plugin}\` counts in a workspace, and this folder is not in one`, hint);
  if (subject.isUsers === true || scope === "workspace") return;
  const why = "and a consent to it counts in this workspace only";
  if (subject.coverage.kind !== "folder") throw refusal(`\`${subject.plugin}\` is the repository's own plugin, ${why}`);
  const open = subject.parts.find(({ isOpenEnded }) => isOpenEnded);
  if (open !== undefined)
    throw refusal(`\`${open.commands.join(" ")}\` of \`${subject.plugin}\` runs whatever a repository contains, ${why}`);
}

function otherBytes({ plugin }: Subject, digest: string): UserError {
  const hint = `read what would run with \`symposium trust show ${quotedPath(plugin)}\`, and decide on that digest`;
  return new UserError("CHANGED", `the files of \`${plugin}\` are not those of this digest`, {
    details: [`their digest is ${digest}`],
    hint,
  });
}

/** A decision for everywhere stays beside those on other versions, which other workspaces use; the user's own files have one version. */
function isReplacedBy(other: ConsentRecord, record: ConsentRecord): boolean {
  if (other.subject !== record.subject || other.scope !== record.scope) return false;
  if (record.scope === "workspace") return other.workspace === record.workspace;
  return other.digest === record.digest || record.subject.startsWith(OF_IMPORT);
}

/** Takes back the chosen records, whose plugins may be gone. */
export function forgetRecords(
  { places, now }: DecisionPlace,
  choose: (records: readonly ConsentRecord[]) => readonly ConsentRecord[],
): readonly ConsentRecord[] {
  let forgotten: readonly ConsentRecord[] = [];
  changeConsents(places, now, {
    change: (records) => {
      forgotten = choose(records);
      return forgotten.length === 0 ? records : records.filter((record) => !forgotten.includes(record));
    },
    // If the records cannot be written, the old ones stay and need their texts.
    after: (records) => forgetTexts(places, records),
  });
  return forgotten;
}

const PATIENCE_MS = 10_000;

interface Change {
  /** The records from now on; the given list where nothing changes. */
  readonly change: (records: readonly ConsentRecord[]) => readonly ConsentRecord[];
  /** The same for the folders that the user named. */
  readonly folders?: (folders: readonly UsedFolder[]) => readonly UsedFolder[];
  /** Called once the records are written. */
  readonly after?: (records: readonly ConsentRecord[]) => void;
}

/** Two terminals write one after the other. Throws a `UserError` where the file permits nothing, or cannot be written; it stays as it was then. */
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
