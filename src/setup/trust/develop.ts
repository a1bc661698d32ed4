/** `use --dev <folder>`: whatever the folder contains runs in this workspace for some hours, without asking again. Only the user starts that (PL-27). */

import { openConsents } from "../../consent/consent-book.ts";
import type { ConsentRecord, RecordedPart } from "../../consent/consent-file.ts";
import { changeConsents, recordDecision } from "../../consent/decide.ts";
import { devWindowOf, isDevInForce, whyNotDev } from "../../consent/dev-folder.ts";
import { whyNotConsent } from "../../consent/may-consent.ts";
import { isSamePart, type Subject } from "../../consent/subject.ts";
import { UserError } from "../../errors.ts";
import { isAtOrBelow } from "../../host/bounds.ts";
import { realPath } from "../../host/paths.ts";
import type { Places } from "../../host/places.ts";
import type { LoadedPlugins } from "../../plugins/active-plugins.ts";
import { loadHere } from "../../plugins/here/load-here.ts";
import type { AppContext } from "../app-context.ts";
import { type Decider, takeEffect } from "./decide.ts";
import type { SubjectHere } from "./subjects-here.ts";

/** Throws a `UserError` where it is not the user who asks, or a policy forbids it. */
export function mayDevelop(app: AppContext, request: Decider): void {
  const refusal = whyNotConsent({ context: app.context, ...request });
  if (refusal !== undefined) throw refusal;
  const why = whyNotDev(loadHere(app).loaded.policy.policies);
  if (why !== undefined) throw new UserError("POLICY", `\`use --dev\` is refused: ${why}`);
}

/** The plugins in the folder, whether or not they run anything yet. */
export function developedIn(app: AppContext, folder: string): readonly SubjectHere[] {
  return loadHere(app).loaded.plugins.flatMap(({ origin, consent, inside, state }) =>
    origin.kind === "package" &&
    inside === undefined &&
    consent !== undefined &&
    isAtOrBelow(realPath(consent.subject.coverage.folder), folder)
      ? [{ ...consent, isDisabled: state === "disabled" }]
      : [],
  );
}

/** Returns when the permission ends. The folder is without links, and used here already. */
export async function develop(app: AppContext, request: Decider & { readonly folder: string }): Promise<number> {
  mayDevelop(app, request);
  const { folder } = request;
  const subjects = developedIn(app, folder);
  if (subjects.length === 0)
    throw new UserError("NO-PLUGIN", `${folder} is used here, and has no plugin yet`, {
      hint: "write a SYMPOSIUM.toml or a skill there, then run this again",
    });
  const { places, context } = app;
  const records = subjects.map(({ subject }) =>
    recordDecision({ places, now: context.now }, subject, { decision: "accepted", scope: "workspace", digest: "", dev: folder }),
  );
  await takeEffect(app);
  return Math.min(...records.map((record) => devWindowOf(record)[1]));
}

export interface DevFolder extends Pick<ConsentRecord, "plugin" | "workspace"> {
  readonly folder: string;
  readonly until: string;
}

/** Those in force, in all workspaces: `status` always shows them. */
export function devFolders(places: Pick<Places, "consent">, now: number): readonly DevFolder[] {
  return openConsents(places).records.flatMap((record) =>
    record.dev === undefined || !isDevInForce(record, now)
      ? []
      : [{ folder: record.dev, plugin: record.plugin, workspace: record.workspace, until: new Date(devWindowOf(record)[1]).toISOString() }],
  );
}

/** Records the hooks that each folder has now, so that their events are registered, and closed ones deny when its time is over. */
export function noteDeveloped({ places, context }: AppContext, { plugins }: Pick<LoadedPlugins, "plugins">): void {
  const developed = plugins.flatMap(({ consent, inside }) =>
    inside === undefined && consent?.standing.state === "accepted" && consent.standing.dev !== undefined ? [consent.subject] : [],
  );
  if (developed.length === 0) return;
  const noted = (record: ConsentRecord): ConsentRecord => {
    const isMeant = ({ id, workspace }: Subject) => id === record.subject && realPath(workspace) === record.workspace;
    const now = record.dev === undefined ? undefined : developed.find(isMeant);
    if (now === undefined) return record;
    const parts = now.parts.map(({ key: _key, entry: _entry, named: _named, ...part }): RecordedPart => {
      const before = record.parts.find((one) => isSamePart(one, part));
      return { ...part, digest: before?.digest ?? "", decision: "accepted" };
    });
    return JSON.stringify(parts) === JSON.stringify(record.parts) ? record : { ...record, parts };
  };
  changeConsents(places, context.now, {
    change: (records) => {
      const after = records.map(noted);
      return after.every((record, at) => record === records[at]) ? records : after;
    },
  });
}
