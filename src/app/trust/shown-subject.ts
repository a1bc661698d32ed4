/** A subject with everything that the user should read before deciding. */

import { messageOf } from "../../canonical/error-message.ts";
import type { Places } from "../../platform/places.ts";
import { type ConsentBook, decisionsOn } from "../../trust/consent-book.ts";
import { type Difference, differenceSince, shownPart } from "../../trust/difference.ts";
import { type Snapshot, snapshotOf } from "../../trust/snapshot.ts";
import type { PartStanding, Standing } from "../../trust/standing.ts";
import type { RunItem, Subject } from "../../trust/subject.ts";
import type { SubjectHere } from "./subjects-here.ts";

export interface ShownSubject {
  readonly plugin: string;
  readonly id: string;
  readonly version?: string;
  readonly state: Standing["state"];
  /** Why it changed, or cannot be decided. */
  readonly because?: string;
  readonly workspace: string;
  readonly manifest: string;
  /** Absent where the files cannot be read. */
  readonly digest?: string;
  /** The last decision that counts here. */
  readonly decided?: { readonly decision: string; readonly scope: string; readonly date: string };
  /** Each with the user's decision on it. */
  readonly runs: readonly ShownPart[];
  /** The manifest and the named files first. A name that leads nowhere has the digest `-`. */
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  /** Since the user accepted it. */
  readonly difference?: Difference;
}

export interface ShownPart extends RunItem {
  readonly state: PartStanding["state"];
  readonly digest?: string;
}

/** Reads and hashes the covered files. Never throws. */
export function shownSubject(places: Pick<Places, "consentTexts">, book: ConsentBook, { subject, standing }: SubjectHere): ShownSubject {
  const { id, plugin, version, workspace, coverage, parts } = subject;
  const [last] = decisionsOn(book, subject);
  const about = {
    plugin,
    id,
    ...(version === undefined ? {} : { version }),
    workspace,
    manifest: coverage.manifest,
    ...(last === undefined ? {} : { decided: { decision: last.decision, scope: last.scope, date: last.date } }),
  };
  const runsIn = (now: readonly Snapshot["parts"][number][]) =>
    parts.map((part, at): ShownPart => {
      const one = now[at];
      const state = standing.parts.get(part.key)?.state ?? (standing.state === "unneeded" ? "waiting" : standing.state);
      return { ...shownPart(part), state, ...(one === undefined || "problem" in one ? {} : { digest: one.digest }) };
    });
  const because = "because" in standing ? { because: standing.because } : {};
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
    ...because,
    digest,
    runs: runsIn(snapshot.parts),
    files,
    ...(isChanged ? { difference: differenceSince(places, before, { snapshot, parts }) } : {}),
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
