/** Rebuilds the index of a workspace from local files. A hook call loads this only when its index is stale. */

import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";

import type { Config } from "../../config/config.ts";
import type { Context } from "../../context.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { withLock } from "../../platform/lock.ts";
import { isVisit } from "../../platform/other-owner.ts";
import type { Places } from "../../platform/places.ts";
import { configName, standingOfPlaces } from "../../platform/recorded-places.ts";
import type { Stamp } from "../../platform/stamp.ts";
import type { BudgetLimits } from "../../platform/reading-budget.ts";
import { writeIfChanged } from "../../platform/write-if-changed.ts";
import type { LoadedPlugins } from "../active-plugins.ts";
import type { AgentResolver } from "../agent-resolver.ts";
import { type Built, buildIndex } from "./build-index.ts";
import { findIndex } from "./find-index.ts";
import { createFlags, presentFlags, removeFlags } from "./flag-files.ts";
import { keepFlags } from "./idle-flags.ts";
import { indexFile, keyOf } from "./index-file.ts";
import { linkText } from "./link.ts";
import { isIndexFresh, type OpenIndex, parseIndex } from "./read.ts";

export interface RebuildRequest {
  readonly context: Context;
  readonly places: Places;
  /** A folder with `.git` or a file of an ecosystem, or `null` outside any. */
  readonly folder: string | null;
  /** This build of the program. */
  readonly program: string;
  readonly agents: AgentResolver;
  /** How much may be read of the workspace; by default what a command may. */
  readonly limits?: BudgetLimits;
  /** What the caller has just read; it counts while the config is the same. */
  readonly known?: KnownState;
  /** No hook call sees this change: the next one syncs skills, and tells those that came (PL-23). */
  readonly leavesSkills?: true;
}

export interface KnownState {
  readonly config: Config;
  readonly workspace: Workspace | null;
  readonly loaded: LoadedPlugins;
}

export type Rebuilt =
  | { readonly ok: true; readonly text: string; readonly written: boolean }
  /** The config or the workspace is unreadable, so the last good index stays. */
  | { readonly ok: false; readonly problem: string };

const LONGEST_WAIT = 2_000;

/**
 * Rebuilds the index of a folder unless the existing one is completely up to date. Stamps of what the caller has read are not taken again: of
 * hundreds of members, each has five. A change since then differs from the index too, so the next check notices it.
 */
export async function freshenIndex(request: RebuildRequest): Promise<void> {
  const { known } = request;
  const taken = known === undefined ? undefined : new Map([...known.loaded.watched, ...(known.workspace?.watched ?? [])]);
  if (freshIndex(request, taken) === undefined) await rebuildIndex(request);
}

/** The new text counts even when it could not be written: the next call tries again. */
export async function rebuildIndex(request: RebuildRequest): Promise<Rebuilt> {
  const { context, places, folder } = request;
  const lock = join(places.locks, `index-${basename(indexFile(places, folder))}`);
  const locked = withLock(lock, { now: context.now, wait: LONGEST_WAIT }, (waited): Rebuilt => {
    const other = waited ? freshIndex(request) : undefined;
    if (other !== undefined) return { ok: true, text: `${JSON.stringify(other.header)}\n${other.body}`, written: true };
    const built = buildIndex(request);
    return built.ok ? publish(request, built) : noneIdle(request, built);
  });
  if (locked.held) return locked.value;
  const built = buildIndex(request);
  if (!built.ok) return noneIdle(request, built);
  if (!built.isForCalls) return { ok: true, text: built.text, written: false };
  removeFlags(places.idleFlags, built.idle);
  if (!isVisit(places)) createFlags(places.closedFlags, built.closed);
  return { ok: true, text: built.text, written: false };
}

export type Unreadable = Extract<Rebuilt, { ok: false }>;

function publish({ context, places, folder, program }: RebuildRequest, built: Built): Rebuilt {
  const { text, workspace, idle, closed, isWhole, isForCalls, remember } = built;
  if (!isForCalls) return { ok: true, text, written: false };
  remember();
  createFlags(places.closedFlags, closed);
  const isStillTrue = (written: boolean) => {
    const index = written ? parseIndex(text) : undefined;
    return index !== undefined && isIndexFresh(index, program, true, context);
  };
  const write = () => writeBoth(places, folder, workspace, text);
  const written = keepFlags(places, context.now, idle, { write, isStillTrue });
  const isSurplus = presentFlags(places.closedFlags).some((flag) => !closed.has(flag));
  if (isWhole && isSurplus && isStillTrue(written)) removeFlags(places.closedFlags, closed);
  return { ok: true, text, written };
}

/** Without the config the plugins are unknown, so no event is idle. */
function noneIdle({ places, context }: RebuildRequest, built: Unreadable): Unreadable {
  if (standingOfPlaces(places, context.os).state !== "other") removeFlags(places.idleFlags);
  return built;
}

/** What is there, if it is up to date. While we waited for the lock, another call may have written it: of many that find it stale, one rebuilds it. */
function freshIndex({ context, places, folder, program }: RebuildRequest, taken?: ReadonlyMap<string, Stamp>): OpenIndex | undefined {
  const index = findIndex(places, folder);
  try {
    const isOurs = index?.header.config === configName(places);
    return index !== undefined && isOurs && isIndexFresh(index, program, true, { taken, now: context.now }) ? index : undefined;
  } catch {
    // Damaged.
    return undefined;
  }
}

/** The index first: a link must never lead nowhere. */
function writeBoth(places: Places, folder: string | null, workspace: Workspace | null, text: string): boolean {
  const key = keyOf(workspace);
  try {
    mkdirSync(places.index, { recursive: true, mode: 0o700 });
    writeIfChanged(indexFile(places, key), text, { mode: 0o600 });
    if (folder !== null && key !== null && key !== folder) {
      const link = linkText({ folder, key, stamps: workspace?.checked ?? [] });
      writeIfChanged(indexFile(places, folder), link, { mode: 0o600 });
    }
    return true;
  } catch {
    return false;
  }
}
