/** After a sync that found nothing to change: notes what it looked at and said, so that the next one is done at once. */

import { join } from "node:path";

import { isObject, type Json } from "../canonical/json.ts";
import { thisMachine } from "../platform/machine.ts";
import { stampOf } from "../platform/stamp.ts";
import { gitSourcesOf } from "../plugins/sources/configured-git.ts";
import { neededRepositories } from "../skills/collect.ts";
import { MARKER } from "../skills/marker.ts";
import { findNative } from "../sync/find-native.ts";
import { recordedVersion } from "../sync/programme-record.ts";
import { settledInputs } from "../sync/settled-inputs.ts";
import { type Settled, writeSettled } from "../sync/settled-record.ts";
import type { SkillsSynced } from "../sync/workspace/sync-skills.ts";
import type { CliContext } from "./cli-context.ts";
import { marking } from "./coloured-text.ts";
import type { AnswerEvent, MessageEvent } from "./reporter.ts";

export interface EndedSync {
  readonly folder: string;
  readonly synced: SkillsSynced;
  /** What registration came to. */
  readonly registered: Json;
  readonly messages: readonly MessageEvent[];
  readonly answer: AnswerEvent;
  readonly began: number;
}

/** Does nothing where anything was changed, is left to be done, or would be asked again next time. */
export function settleSync(cli: CliContext, { folder, synced, registered, messages, answer, began }: EndedSync): void {
  const { context, places, dist, calledAs } = cli;
  if (synced.state !== "done" || hasChanged(synced) || willAskAgain(synced)) return;
  const { gathered, plan } = synced;
  const { config } = gathered;
  const programme = programmeIn(registered, cli);
  const copies = plan.unchanged.map(({ directory }) => directory);
  if (programme === undefined || !["info", "warn", "error"].includes(config.logLevel)) return;
  if (copies.some((copy) => isYoung(copy, began - config.syncDebounceSeconds * 1_000))) return;
  const looked = settledInputs({ context, places, dist, folder, gathered, copies, began });
  if (looked === undefined) return;
  const groups = neededRepositories(gathered.loaded);
  const isAsked = groups.length > 0 || gitSourcesOf(config, places).length > 0;
  const settled: Settled = {
    calledAs,
    at: context.now(),
    ...looked,
    programme,
    ...(isAsked ? { git: { groups } } : {}),
    logLevel: config.logLevel,
    told: { messages, text: answer.text(marking) },
  };
  writeSettled(cli, settled);
}

function hasChanged({ plan, applied }: Extract<SkillsSynced, { state: "done" }>): boolean {
  const { create, update, remove, unmark, blocked, leftovers, tidy } = plan;
  return [create, update, remove, unmark, blocked, leftovers, tidy].some((part) => part.length > 0) || applied.left;
}

/** A programme that gave no answer, a repository that could not be reached, a root without versions. */
function willAskAgain({ gathered: { asked, updates, workspace, left } }: SkillsSynced): boolean {
  const isOpen = updates.some(({ problem }) => problem !== undefined) || workspace?.roots.some(({ isUnlocked }) => isUnlocked) === true;
  return asked.length > 0 || isOpen || left;
}

/** Where the native programme is that was found in its place; `undefined` where anything was registered anew, or could not be. */
function programmeIn(registered: Json, { dist, places }: CliContext): Settled["programme"] | undefined {
  const { files, programme } = isObject(registered) ? registered : {};
  if (!Array.isArray(files) || !files.every((file) => isObject(file) && file["action"] === "none")) return undefined;
  if (!isObject(programme) || programme["change"] !== "none" || typeof programme["file"] !== "string") return undefined;
  const [placed, source] = [programme["file"], findNative(dist, thisMachine())?.file];
  return source === undefined || recordedVersion(places, source, placed) === undefined ? undefined : { source, placed };
}

/** Copies are not compared for a while after they were made. */
function isYoung(copy: string, since: number): boolean {
  return !(Number(stampOf(join(copy, MARKER)).split(":")[0]) < since);
}
