/** The user's decisions, and what they say about a subject as it is now. */

import { join } from "node:path";

import { isAtOrBelow } from "../host/bounds.ts";
import { realPathIfThere } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import type { Stamped } from "../host/reading-budget.ts";
import { changeStamp } from "../host/stamp.ts";
import { type ConsentFile, type ConsentRecord, readConsentFile, type RecordedPart } from "./consent-file.ts";
import { DEV_HOURS, devWindowOf, isDevInForce } from "./dev-folder.ts";
import { countsAt, isOf, type Place, placeOf } from "./place.ts";
import { comparedWith, guardsIn, type PartStanding, type Standing } from "./standing.ts";
import type { RecordedHook, Subject } from "./subject.ts";

export interface ConsentBook extends ConsentFile {
  readonly devNow?: number;
}

export interface RecordedHere {
  readonly id: string;
  readonly isEverywhere: boolean;
  readonly plugin: string;
  readonly hooks: readonly RecordedHook[];
  readonly files: () => readonly Stamped[];
}

/** Never throws. */
export function openConsents(places: Pick<Places, "consent">): ConsentBook {
  return readConsentFile(places);
}

/** Never throws. Hashes only what differs from the record by its stamp, and writes nothing. */
export function standingOf(book: ConsentBook, subject: Subject): Standing {
  const { parts } = subject;
  if (book.problem !== undefined) return parts.length === 0 ? UNNEEDED : { ...NOTHING, state: "unknown", because: book.problem };
  const records = decisionsOn(book, subject);
  const base = baseOf(book, records, subject);
  if (parts.length === 0 && guardsIn(base).length === 0) return UNNEEDED;
  const developed = records.find((record) => isDeveloped(record, subject, book));
  if (developed !== undefined) return standingWhileDeveloped(developed, subject);
  // Nothing to compare with: a package that waits is not hashed whenever an index is rebuilt.
  if (records.length === 0) return { ...NOTHING, state: "waiting" };
  const compared = comparedWith(records, base, subject);
  return base.some(({ dev }) => dev !== undefined) ? sayingOver(compared) : compared;
}

/** Another package of that name, or the same one from elsewhere, is not in the folder that the user named. */
function isDeveloped(record: ConsentRecord, { coverage }: Subject, { devNow }: ConsentBook): boolean {
  if (devNow === undefined || record.dev === undefined || !isDevInForce(record, devNow)) return false;
  const folder = realPathIfThere(coverage.folder);
  return folder !== undefined && isAtOrBelow(folder, record.dev);
}

/** Nothing is hashed. The folder and the files that the manifest names are compared, because an index is made from them. */
function standingWhileDeveloped(record: ConsentRecord, { coverage, parts }: Subject): Standing {
  const paths = new Set([record.dev!, coverage.folder, coverage.manifest, ...parts.flatMap(({ named }) => named)]);
  const checked = [...paths].map((path): Stamped => [path, changeStamp(path)]);
  const dev = { folder: record.dev!, window: devWindowOf(record) };
  const accepted = new Map(parts.map(({ key }) => [key, { state: "accepted", checked } as const]));
  return { state: "accepted", digest: record.digest, parts: accepted, closed: [], checked, dev };
}

/** Adds to the reasons that `use --dev` is over: the files changed while it counted. */
function sayingOver(standing: Standing): Standing {
  const over = (because: string) => `${because}; the ${DEV_HOURS} hours of \`use --dev\` are over`;
  const closed = standing.closed.map((one) => ({ ...one, because: over(one.because) }));
  return { ...standing, because: standing.because && over(standing.because), closed };
}

const NOTHING = { parts: new Map<string, PartStanding>(), closed: [], checked: [] };
const UNNEEDED: Standing = { ...NOTHING, state: "unneeded" };

/** The decisions that count here, the one for this very workspace first. */
export function decisionsOn(book: Records, subject: Subject): readonly ConsentRecord[] {
  const records = book.records.filter((record) => record.subject === subject.id);
  if (records.length === 0) return records;
  const here = placeOnce(book, subject);
  const counting = records.filter((record) => record.scope === "everywhere" || isOf(record, here));
  return counting.toSorted((one, other) => distance(one, here) - distance(other, here));
}

/** What the user accepted in this very workspace, otherwise in another worktree, otherwise everywhere. */
function baseOf(book: ConsentBook, records: readonly ConsentRecord[], subject: Subject): readonly ConsentRecord[] {
  const accepted = records.filter(({ parts }) => parts.some(isAccepted));
  const [first] = accepted;
  if (first === undefined) return [];
  const here = placeOnce(book, subject);
  return accepted.filter((record) => distance(record, here) === distance(first, here));
}

function distance({ scope, workspace }: ConsentRecord, here: Place): number {
  return scope === "everywhere" ? 2 : workspace === here.workspace ? 0 : 1;
}

type Records = Pick<ConsentBook, "records">;

const placesKnown = new WeakMap<Records, Map<string, Place>>();

/** A workspace may have many subjects, and a book is for one run. */
function placeOnce(book: Records, subject: Subject): Place {
  const known = placesKnown.get(book) ?? new Map<string, Place>();
  placesKnown.set(book, known);
  const key = JSON.stringify([subject.workspace, subject.repository]);
  const place = known.get(key) ?? placeOf(subject);
  known.set(key, place);
  return place;
}

/** What the user accepted in this workspace. The plugin may be gone, and its closed hooks deny then. */
export function recordedHere({ records }: ConsentBook, place: Pick<Subject, "workspace" | "repository">): readonly RecordedHere[] {
  const counts = countsAt(place);
  return records
    .filter((record) => record.parts.some(isAccepted) && (record.scope === "everywhere" || counts(record)))
    .map((record) => ({
      id: record.subject,
      isEverywhere: record.scope === "everywhere",
      plugin: record.plugin,
      hooks: hooksIn(record),
      files: () => record.files.map(([path]) => join(record.folder, path)).map((path): Stamped => [path, changeStamp(path)]),
    }));
}

export function acceptedHooks({ records }: ConsentBook): readonly RecordedHook[] {
  return records.flatMap(hooksIn);
}

function hooksIn({ parts }: ConsentRecord): readonly RecordedHook[] {
  return parts.filter(isAccepted).flatMap(({ hook }) => hook ?? []);
}

export function isAccepted({ decision }: Pick<RecordedPart, "decision">): boolean {
  return decision === "accepted";
}
