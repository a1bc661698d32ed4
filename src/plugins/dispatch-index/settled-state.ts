/**
 * Everything an index is made from, read when nobody is in the middle of writing it. A file that is being replaced may be missing or cut short for
 * a moment, and a hook that is gone only then is not gone: what loses one is looked at again before it counts (RT-37).
 */

import type { ConfigFile } from "../../config/config.ts";
import type { InForce, LastGood } from "../../config/last-good.ts";
import { type Problem, problemText } from "../../config/problem.ts";
import { readConfig, recalledConfig } from "../../config/read-config.ts";
import { pause } from "../../platform/pause.ts";
import { isFresh, type Stamped, stamped } from "../../platform/stamp.ts";
import { loadPlugins } from "../active-plugins.ts";
import { workspaceAround } from "../workspace-around.ts";
import { findIndex } from "./find-index.ts";
import type { KnownState, RebuildRequest, Unreadable } from "./rebuild.ts";

export interface ReadState extends KnownState {
  readonly ok: true;
  readonly value: ConfigFile;
  readonly configStamp: Stamped;
  /** Of the config. */
  readonly problems: readonly Problem[];
  readonly mayPass: boolean;
}

const PAUSE_MS = 100;
const MOST_LOOKS = 4;

export function settledState(request: RebuildRequest, before: LastGood | undefined): ReadState | Unreadable {
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const state = readState(request, before, look === 1 ? request.known : undefined);
    if (!state.ok || before === undefined || !losesHooks(before, state)) return state;
    pause(PAUSE_MS);
    if ([state.configStamp, ...state.loaded.roots, ...state.loaded.watched].every(isFresh)) return state;
  }
  return frozenState(request, before!);
}

function readState(request: RebuildRequest, before: LastGood | undefined, known: KnownState | undefined): ReadState | Unreadable {
  const { context, places, folder, agents } = request;
  // Taken before the file is read, so that a change in between makes the index stale.
  const configStamp = stamped(places.config);
  const read = readConfig(places.config, () => before?.config);
  if (!read.ok) return { ok: false, problem: problemText(read.problem) };
  const { config } = read;
  const isKnown = known !== undefined && JSON.stringify(known.config) === JSON.stringify(config);
  const workspace = isKnown ? known.workspace : workspaceAround(folder, { context, places });
  // Somebody is in the middle of an edit: what applied before it goes on applying (PL-4).
  const broken = workspace?.problems.find(({ severity }) => severity === "error");
  if (broken !== undefined && findIndex(places, folder) !== undefined) return { ok: false, problem: problemText(broken) };
  const given = before === undefined ? {} : { lastGood: before };
  const loaded = isKnown ? known.loaded : loadPlugins({ config, places, workspace, agents, context, ...given });
  const unread = before === undefined ? loaded.problems.find(({ severity }) => severity === "error") : undefined;
  if (unread !== undefined && hasSoundIndex(request)) return { ok: false, problem: problemText(unread) };
  return { ...read, configStamp, workspace, loaded };
}

/** Without a record the index of the workspace is what was last good, when it was made from files that could all be read. */
function hasSoundIndex({ places, folder }: RebuildRequest): boolean {
  const header = findIndex(places, folder)?.header;
  return header?.problems.length === 0 && header.kept === undefined;
}

/** What was in force before, whatever the files say at this moment. */
function frozenState(request: RebuildRequest, before: LastGood): ReadState | Unreadable {
  const { context, places, folder, agents } = request;
  const configStamp = stamped(places.config);
  const read = recalledConfig({ severity: "error", file: places.config, message: "keeps changing while it is read" }, () => before.config);
  if (!read.ok) return { ok: false, problem: problemText(read.problem) };
  const workspace = workspaceAround(folder, { context, places });
  const loaded = loadPlugins({ config: read.config, places, workspace, agents, context, lastGood: before, frozen: true });
  return { ...read, configStamp, workspace, loaded, mayPass: true };
}

function losesHooks(before: LastGood, { loaded }: ReadState): boolean {
  const present = new Set(hooksOf(loaded.inForce));
  return hooksOf(before.sources).some((hook) => !present.has(hook));
}

function hooksOf(sources: InForce["sources"]): string[] {
  return sources.flatMap(({ name, plugins }) =>
    plugins.flatMap(({ directory, hooks }) => hooks.map((hook) => JSON.stringify([name, directory, hook]))),
  );
}
