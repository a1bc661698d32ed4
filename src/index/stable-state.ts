/**
 * Everything an index is made from, read while no one is writing it. A file that is being replaced may be missing or truncated for
 * a moment, and a hook that is missing only then still exists: a missing hook is checked again before it counts (RT-37).
 */

import { dirname } from "node:path";

import type { Context } from "../context.ts";
import type { ConfigFile } from "../files/config-schema.ts";
import { type Config, readConfig, recalledConfig } from "../files/config.ts";
import type { GoodPlugin, LastGood } from "../files/last-good.ts";
import { type Problem, problemText } from "../files/problem.ts";
import { type Places, workspaceState } from "../host/places.ts";
import { type Budget, type BudgetLimits, leftOf, type Stamped } from "../host/reading-budget.ts";
import { areFresh, isThere, MISSING, stamped, stampOf } from "../host/stamp.ts";
import { pause } from "../host/engine.ts";
import { mistakeIn, recalledWorkspace } from "../packages/stored-workspace.ts";
import type { Workspace } from "../packages/workspace.ts";
import { type LoadedPlugins, loadPlugins } from "../plugins/active-plugins.ts";
import { withNamedFolders, workspaceAround, type WorkspaceReading } from "../plugins/workspace-around.ts";
import { findIndex } from "./read-index.ts";

interface ReadState extends KnownState {
  readonly ok: true;
  readonly value: ConfigFile;
  readonly configStamp: Stamped;
  readonly problems: readonly Problem[];
  /** The workspace, where it was read just now and is in force as it was read. */
  readonly reading?: WorkspaceReading;
}

/** How long a hook must be missing to count as removed: one that is closed on failure guards something. */
const GONE_MS = { open: 100, closed: 1_000 } as const;
const STEP_MS = 50;
const MOST_LOOKS = 2;

export interface StateRequest extends RebuildRequest {
  readonly budget: Budget;
}

export function readStableState(request: StateRequest, before: LastGood | undefined): ReadState | Unreadable {
  for (let look = 1; look <= MOST_LOOKS; look++) {
    const state = readState(request, before, look === 1 ? request.known : undefined);
    const lost = lostHooks(before, state);
    if (!state.ok || lost === undefined) return state;
    if (!staysSo(state, GONE_MS[lost])) continue;
    const again = readState(request, before, undefined);
    if (lostHooks(before, again) !== undefined) return again;
  }
  return frozenState(request, before!);
}

function staysSo({ configStamp, loaded }: ReadState, milliseconds: number): boolean {
  const stamps = [configStamp, ...loaded.roots, ...loaded.watched];
  // A file that keeps appearing and disappearing may be missing at every check; its folder changes.
  const around = [...new Set(stamps.filter((one) => !isThere(one)).map(([path]) => nearestFolder(path)))].map(stamped);
  const all = [...stamps, ...around];
  for (let waited = 0; waited < milliseconds; waited += STEP_MS) {
    pause(STEP_MS);
    if (!areFresh(all)) return false;
  }
  return true;
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || stampOf(folder) !== MISSING ? folder : nearestFolder(folder);
}

function readState(request: StateRequest, before: LastGood | undefined, known: KnownState | undefined): ReadState | Unreadable {
  const { context, places, folder, budget } = request;
  // Taken before the file is read, so that a change in between makes the index stale.
  const configStamp = stamped(places.config);
  const read = readConfig(places.config, () => before?.config);
  if (!read.ok) return { ok: false, problem: problemText(read.problem) };
  const { config } = read;
  const at = context.now();
  const isSame = known !== undefined && JSON.stringify(known.config) === JSON.stringify(config);
  const found = isSame ? known.workspace : workspaceAround(folder, { context, places, budget });
  const workspace = inForceOf(found, request);
  const broken = workspace === found && found?.unread === undefined ? mistakeIn(found) : undefined;
  if (broken !== undefined && hasSoundIndex(request)) return { ok: false, problem: problemText(broken) };
  const load = () => loadPlugins({ config, places, workspace, context, budget: leftOf(budget), isStored: true, lastGood: before });
  const loaded = isSame && workspace === found ? known.loaded : load();
  const unread = before === undefined ? loaded.problems.find(({ severity }) => severity === "error") : undefined;
  if (unread !== undefined && hasSoundIndex(request)) return { ok: false, problem: problemText(unread) };
  const reading = isSame || workspace === null || workspace !== found ? undefined : { workspace, env: context.env, at };
  return { ...read, configStamp, workspace, loaded, reading };
}

/** A mistake in the workspace's files may be an unfinished edit: the last good workspace stays (PL-4), and the user's own plugins do not wait. */
function inForceOf(workspace: Workspace | null, { places, folder }: RebuildRequest): Workspace | null {
  if (workspace === null || folder === null || workspace.unread !== undefined || mistakeIn(workspace) === undefined) return workspace;
  const recalled = recalledWorkspace(workspaceState(places, folder).good, folder, workspace);
  return recalled === undefined ? workspace : withNamedFolders(recalled, places);
}

/** Without a record the index of the workspace is what was last good, when all its files were readable. */
function hasSoundIndex({ places, folder }: RebuildRequest): boolean {
  const header = findIndex(places, folder)?.header;
  return header?.problems.length === 0 && header.kept === undefined;
}

/** What was in force before, whatever the files say at this moment. */
function frozenState(request: StateRequest, before: LastGood): ReadState | Unreadable {
  const { context, places, folder, budget } = request;
  const configStamp = stamped(places.config);
  const changing: Problem = { severity: "error", file: places.config, message: "keeps changing while it is read", mayPass: true };
  const read = recalledConfig(changing, () => before.config);
  if (!read.ok) return { ok: false, problem: problemText(read.problem) };
  const workspace = inForceOf(workspaceAround(folder, { context, places, budget }), request);
  const { config } = read;
  const loaded = loadPlugins({ config, places, workspace, context, budget: leftOf(budget), lastGood: before, frozen: true });
  return { ...read, configStamp, workspace, loaded };
}

function lostHooks(before: LastGood | undefined, state: ReadState | Unreadable): keyof typeof GONE_MS | undefined {
  if (before === undefined || !state.ok) return undefined;
  const present = new Set(namesIn(state.loaded.inForce, "hooks"));
  const isLost = (kind: "hooks" | "closed") => namesIn(before.sources, kind).some((hook) => !present.has(hook));
  return isLost("closed") ? "closed" : isLost("hooks") ? "open" : undefined;
}

interface Named {
  readonly name: string;
  readonly plugins: readonly Pick<GoodPlugin, "directory" | "hooks" | "closed">[];
}

function namesIn(sources: readonly Named[], kind: "hooks" | "closed"): string[] {
  return sources.flatMap(({ name, plugins }) =>
    plugins.flatMap((plugin) => plugin[kind].map((hook) => JSON.stringify([name, plugin.directory, hook]))),
  );
}

export interface RebuildRequest {
  readonly context: Context;
  readonly places: Places;
  /** A folder with `.git` or a file of an ecosystem, or `null` outside any. */
  readonly folder: string | null;
  readonly program: string;
  /** How much may be read of the workspace; by default what a command may. */
  readonly limits?: BudgetLimits;
  /** What the caller has just read; it counts while the config is the same. */
  readonly known?: KnownState;
  /** No hook call sees this change: the next one syncs skills, and tells those that came (PL-23). */
  readonly leavesSkills?: true;
}

interface KnownState {
  readonly config: Config;
  readonly workspace: Workspace | null;
  readonly loaded: LoadedPlugins;
}

export type Rebuilt =
  | { readonly ok: true; readonly text: string; readonly written: boolean; readonly reading?: WorkspaceReading }
  /** The config or the workspace is unreadable, so the last good index stays. */
  | { readonly ok: false; readonly problem: string };

export type Unreadable = Extract<Rebuilt, { ok: false }>;
