/**
 * What waits or was decided, as data: the list for this workspace and elsewhere, and one subject with everything that the user should read
 * before deciding.
 */

import { type ConsentBook, decisionsOn, recordedHere } from "../../consent/consent-book.ts";
import type { ConsentRecord } from "../../consent/consent-file.ts";
import { type Difference, differenceSince, shownPart } from "../../consent/difference.ts";
import { type Snapshot, snapshotOf } from "../../consent/snapshot.ts";
import type { PartStanding, Standing } from "../../consent/standing.ts";
import type { RunItem, Subject } from "../../consent/subject.ts";
import { messageOf } from "../../errors.ts";
import type { PlacedContext, Places } from "../../host/places.ts";
import { recordsHere } from "./decide.ts";
import { idOf, type SubjectHere, subjectsHere } from "./subjects-here.ts";

export interface ListedDecisions {
  readonly workspace: string | null;
  /** Why the record permits nothing. */
  readonly problem?: string;
  readonly plugins: readonly ListedSubject[];
  readonly elsewhere: readonly Pick<ConsentRecord, "plugin" | "subject" | "version" | "decision" | "scope" | "workspace" | "date">[];
}

export interface ListedSubject {
  readonly plugin: string;
  readonly id: string;
  readonly version?: string;
  /** `missing`: accepted, and no longer there. `candidate`: a dependency brings it, and you have not enabled it. */
  readonly state: Standing["state"] | "missing" | "disabled" | "candidate";
  readonly because?: string;
  readonly digest?: string;
}

export function listDecisions(app: PlacedContext): ListedDecisions {
  const here = subjectsHere(app);
  const { workspace, repository, book, subjects, candidates = [] } = here;
  const present = new Set(subjects.map(({ subject }) => subject.id));
  const isHere = recordsHere(here);
  const gone = workspace === null ? [] : recordedHere(book, { workspace, repository }).filter(({ id }) => !present.has(id));
  return {
    workspace,
    problem: book.problem,
    plugins: [
      ...subjects.map(({ subject, standing, isDisabled, candidate }): ListedSubject => ({
        plugin: subject.plugin,
        id: subject.id,
        version: subject.version,
        state: isDisabled ? "disabled" : candidate === undefined ? standing.state : "candidate",
        because: "because" in standing ? standing.because : undefined,
        digest: "digest" in standing ? standing.digest : undefined,
      })),
      ...candidates
        .map((one) => ({ plugin: one.name, id: idOf(one), version: one.version, state: "candidate", because: "brings no code" }) as const)
        .filter(({ id }) => !present.has(id)),
      ...gone.map(({ id, plugin }): ListedSubject => ({ plugin, id, state: "missing" })),
    ],
    elsewhere: book.records
      .filter((record) => !isHere(record) || (record.scope === "everywhere" && !present.has(record.subject)))
      .map(({ plugin, subject, version, decision, scope, workspace: where, date }) => {
        return { plugin, subject, version, decision, scope, workspace: where, date };
      }),
  };
}

export interface ShownSubject extends Pick<ListedSubject, "plugin" | "id" | "version" | "because" | "digest"> {
  readonly state: Standing["state"];
  readonly workspace: string;
  readonly manifest: string;
  readonly decided?: { readonly decision: string; readonly scope: string; readonly date: string };
  readonly runs: readonly ShownPart[];
  /** The manifest and the named files first. A name that leads nowhere has the digest `-`. */
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  readonly difference?: Difference;
}

type ShownPart = RunItem & { readonly state: PartStanding["state"]; readonly digest?: string };

export function shownSubject(places: Pick<Places, "consentTexts">, book: ConsentBook, { subject, standing }: SubjectHere): ShownSubject {
  const { id, plugin, version, workspace, coverage, parts } = subject;
  const [last] = decisionsOn(book, subject);
  const decided = last && { decision: last.decision, scope: last.scope, date: last.date };
  const about = { plugin, id, version, workspace, manifest: coverage.manifest, decided };
  const runsIn = (now: readonly Snapshot["parts"][number][]) =>
    parts.map((part, at): ShownPart => {
      const one = now[at];
      const state = standing.parts.get(part.key)?.state ?? (standing.state === "unneeded" ? "waiting" : standing.state);
      return { ...shownPart(part), state, digest: one === undefined || "problem" in one ? undefined : one.digest };
    });
  const snapshot = snapshotIfAny(subject);
  if (typeof snapshot === "string") return { ...about, state: "unknown", because: snapshot, runs: runsIn([]), files: [] };
  const before = decisionsOn(book, subject).find((record) => record.parts.some(({ decision }) => decision === "accepted"));
  const { digest } = snapshot;
  const isChanged = before !== undefined && standing.state !== "accepted" && before.digest !== digest;
  const covered = snapshot.files.flatMap(([path, , hash]) => (hash.startsWith("folder:") ? [] : [{ path, digest: hash }]));
  const isNamed = ({ path }: { readonly path: string }) => snapshot.named.includes(path);
  const files = [...covered.filter(isNamed), ...covered.filter((file) => !isNamed(file))];
  return {
    ...about,
    state: standing.state,
    because: "because" in standing ? standing.because : undefined,
    digest,
    runs: runsIn(snapshot.parts),
    files,
    difference: isChanged ? differenceSince(places, before, { snapshot, parts }) : undefined,
  };
}

function snapshotIfAny(subject: Subject): Snapshot | string {
  try {
    const snapshot = snapshotOf(subject);
    return snapshot.problem ?? snapshot;
  } catch (error) {
    return messageOf(error);
  }
}
