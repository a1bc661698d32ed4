/** What a sync looked at, with its stamps. What was read first brings its own; the rest is looked at when the sync is over. */

import { dirname, join } from "node:path";

import { everySkillFolder } from "../agents/skill-folders.ts";
import { readLedger } from "../config-files/ledger-file.ts";
import type { Context } from "../context.ts";
import type { Places } from "../platform/places.ts";
import { MISSING, stamped, type Stamped } from "../platform/stamp.ts";
import { workspaceState } from "../platform/workspace-state.ts";
import { findIndex } from "../plugins/dispatch-index/find-index.ts";
import { indexFile, keyOf } from "../plugins/dispatch-index/index-file.ts";
import { readSynced } from "../skills/synced-record.ts";
import { hookFiles } from "./registration/plan.ts";
import { projectAround } from "./set-up.ts";
import type { Gathered } from "./workspace/gather.ts";
import { treeStamps } from "./workspace/inputs.ts";

export interface SettlingSync {
  readonly context: Context;
  readonly places: Places;
  readonly dist: string;
  /** As `findWorkspace` gives it. */
  readonly folder: string;
  readonly gathered: Gathered;
  /** The copies that are in place. */
  readonly copies: readonly string[];
  /** When the sync began. */
  readonly began: number;
}

/** `undefined` where something may have changed while we were at it, or cannot be relied upon. */
export function settledInputs(sync: SettlingSync): { readonly inputs: readonly Stamped[]; readonly until?: number } | undefined {
  const { places, folder, gathered, began } = sync;
  const { workspace } = gathered;
  const record = workspace === null ? undefined : readSynced(workspaceState(places, workspace.folder).synced);
  const indexes = [null, folder].map((each) => findIndex(places, each));
  if (record === undefined || record.left || indexes.includes(undefined)) return undefined;
  const known = indexes.flatMap((index) => (index === undefined ? [] : [...index.header.stamps, ...watchedIn(index)]));
  const late = [...lateStamps(sync), ...[null, folder, keyOf(workspace)].map((key) => stamped(indexFile(places, key)))];
  // An index and the flags may have been made by this very run.
  const isQuiet = lateStamps(sync).every(([, stamp]) => stamp === MISSING || Number(stamp.split(":")[0]) < began);
  if (!isQuiet) return undefined;
  const all = [...record.files, ...known, ...late, stamped(places.idleFlags), stamped(places.globalFlags)];
  const inputs = [...new Map(all.map((each) => [each[0], each])).values()];
  return { inputs, ...(record.until === undefined ? {} : { until: record.until }) };
}

function watchedIn({ header, body }: NonNullable<ReturnType<typeof findIndex>>): readonly Stamped[] {
  return JSON.parse(body.slice(header.watched)) as Stamped[];
}

function lateStamps({ context, places, dist, gathered, copies }: SettlingSync): readonly Stamped[] {
  const project = gathered.workspace?.folder ?? context.cwd;
  const around = projectAround(context);
  const files = [
    ...hookFiles({ context, ...(around === undefined ? {} : { around }) }).map(({ file }) => file),
    ...readLedger(places.ledger).files.map(({ file }) => file),
    dirname(places.programme),
    join(dist, "plugins"),
    ...everySkillFolder({ scope: "project", project, context }),
  ];
  return [...files.map(stamped), ...treeStamps(copies)];
}
