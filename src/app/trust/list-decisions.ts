/** `trust list` as data: what waits or was decided in this workspace, and the user's decisions elsewhere. */

import type { PlacedContext } from "../../platform/places.ts";
import { recordedHere } from "../../trust/consent-book.ts";
import type { ConsentRecord } from "../../trust/consent-record.ts";
import type { Standing } from "../../trust/standing.ts";
import { recordsHere } from "./decide.ts";
import { subjectsHere } from "./subjects-here.ts";

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
    ...(book.problem === undefined ? {} : { problem: book.problem }),
    plugins: [
      ...subjects.map(({ subject, standing, isDisabled, candidate }): ListedSubject => ({
        plugin: subject.plugin,
        id: subject.id,
        ...(subject.version === undefined ? {} : { version: subject.version }),
        state: isDisabled ? "disabled" : candidate === undefined ? standing.state : "candidate",
        ...("because" in standing ? { because: standing.because } : {}),
        ...("digest" in standing ? { digest: standing.digest } : {}),
      })),
      ...candidates.flatMap(({ ecosystem, name, version }): ListedSubject[] => {
        const id = `${ecosystem}:${name}`;
        const because = "brings no code";
        return present.has(id) ? [] : [{ plugin: name, id, ...(version === undefined ? {} : { version }), state: "candidate", because }];
      }),
      ...gone.map(({ id, plugin }): ListedSubject => ({ plugin, id, state: "missing" })),
    ],
    elsewhere: book.records
      .filter((record) => !isHere(record) || (record.scope === "everywhere" && !present.has(record.subject)))
      .map(({ plugin, subject, version, decision, scope, workspace: where, date }) => ({
        plugin,
        subject,
        ...(version === undefined ? {} : { version }),
        decision,
        scope,
        workspace: where,
        date,
      })),
  };
}
