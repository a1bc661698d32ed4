/** The user's decisions, and what they say about a subject as it is now. */

import { join } from "node:path";

import { messageOf } from "../canonical/error-message.ts";
import type { Places } from "../platform/places.ts";
import type { Stamped } from "../platform/stamp.ts";
import { type ConsentFile, readConsentFile } from "./consent-file.ts";
import type { ConsentRecord } from "./consent-record.ts";
import { consentStamp } from "./consent-stamp.ts";
import { countsAt, isOf, type Place, placeOf } from "./place.ts";
import { pathIn, type Snapshot, snapshotOf } from "./snapshot.ts";
import type { Standing } from "./standing.ts";
import { type Coverage, deniesUnverified, type RecordedHook, type Subject } from "./subject.ts";

/** The user's decisions, read once. */
export type ConsentBook = ConsentFile;

/** What the user accepted, whether or not it can be found. */
export interface RecordedHere {
  readonly id: string;
  readonly isEverywhere: boolean;
  readonly plugin: string;
  readonly hooks: readonly RecordedHook[];
  /** The files it covered, as they are now. */
  readonly files: () => readonly Stamped[];
}

/** Never throws. */
export function openConsents(places: Pick<Places, "consent">): ConsentBook {
  return readConsentFile(places);
}

/** Never throws. Hashes only what differs from the record by its stamp, and writes nothing. */
export function standingOf(book: ConsentBook, subject: Subject): Standing {
  if (book.problem !== undefined)
    return subject.runs.length === 0 ? { state: "unneeded" } : { state: "unknown", because: book.problem, closed: [] };
  const records = decisionsOn(book, subject);
  const accepted = records.filter(({ decision }) => decision === "accepted");
  const closed = accepted.flatMap(({ hooks }) => hooks.filter(deniesUnverified));
  if (subject.runs.length === 0 && closed.length === 0) return { state: "unneeded" };
  // Nothing to compare with: a package that waits is not hashed whenever an index is rebuilt.
  if (records.length === 0) return { state: "waiting" };
  let now: Snapshot;
  try {
    now = snapshotOf(subject.coverage, records);
  } catch (error) {
    return { state: "unknown", because: messageOf(error), closed };
  }
  const { digest } = now;
  const decided = records.find((record) => record.digest === digest);
  if (decided?.decision === "declined") return { state: "declined", digest };
  const checked = [...checkedAtHookTime(now), ...filesOfPart(subject.coverage)];
  if (decided !== undefined) return { state: "accepted", digest, checked };
  const [before] = accepted;
  if (before === undefined) return { state: "waiting" };
  return { state: "changed", digest, because: changeSince(before, now), closed, checked };
}

/** They may change without a change of their part, and then an index has to be made again first. */
function filesOfPart(coverage: Coverage): readonly Stamped[] {
  return coverage.kind === "part" ? coverage.files.map((file): Stamped => [file, consentStamp(file)]) : [];
}

/** The decisions that count here, the one for this very workspace first. */
export function decisionsOn(book: ConsentBook, subject: Subject): readonly ConsentRecord[] {
  const records = book.records.filter((record) => record.subject === subject.id);
  if (records.length === 0) return records;
  const here = placeOnce(book, subject);
  const rank = (record: ConsentRecord) => (record.scope === "everywhere" ? 2 : record.workspace === here.workspace ? 0 : 1);
  const counting = records.filter((record) => record.scope === "everywhere" || isOf(record, here));
  return counting.length < 2 ? counting : counting.toSorted((one, other) => rank(one) - rank(other));
}

const placesKnown = new WeakMap<ConsentBook, Map<string, Place>>();

/** A workspace may have many subjects, and a book is for one run. */
function placeOnce(book: ConsentBook, { workspace, repository }: Subject): Place {
  const known = placesKnown.get(book) ?? new Map<string, Place>();
  placesKnown.set(book, known);
  const key = JSON.stringify([workspace, repository]);
  const place = known.get(key) ?? placeOf({ workspace, repository });
  known.set(key, place);
  return place;
}

/** What the user accepted in this workspace. The plugin may be gone, and its closed hooks deny then. */
export function recordedHere({ records }: ConsentBook, place: Pick<Subject, "workspace" | "repository">): readonly RecordedHere[] {
  const counts = countsAt(place);
  return records
    .filter((record) => record.decision === "accepted" && (record.scope === "everywhere" || counts(record)))
    .map(({ subject, scope, plugin, hooks, folder, files }) => ({
      id: subject,
      isEverywhere: scope === "everywhere",
      plugin,
      hooks,
      files: () => files.map(([path]): Stamped => [join(folder, path), consentStamp(join(folder, path))]),
    }));
}

/** In any workspace. */
export function acceptedHooks({ records }: ConsentBook): readonly RecordedHook[] {
  return records.flatMap(({ decision, hooks }) => (decision === "accepted" ? hooks : []));
}

/** All of it: changed bytes never run (PL-17). */
function checkedAtHookTime({ folder, files, searched, links }: Snapshot): readonly Stamped[] {
  const stamps: Stamped[] = [];
  for (const [path, stamp] of files) stamps.push([pathIn(folder, path), stamp]);
  return [...stamps, ...searched, ...links];
}

/** The first difference in a few words. */
function changeSince(before: ConsentRecord, now: Snapshot): string {
  const old = new Map(before.files.map(([path, , digest]) => [path, digest]));
  const differing = now.files.filter(([path, , digest]) => old.get(path) !== digest && !digest.startsWith("folder:"));
  const [first] = differing.map(([path]) => path);
  const gone = before.files.find(([path, , digest]) => !digest.startsWith("folder:") && now.files.every((file) => file[0] !== path));
  if (first === undefined) return gone === undefined ? "it changed since you accepted it" : `${gone[0]} was removed since you accepted it`;
  return `${first}${differing.length === 1 ? "" : ` and ${differing.length - 1} more`} changed since you accepted it`;
}
