/** Rebuilds the index of a workspace from local files. A hook call loads this only when its index is stale. */

import { basename, join } from "node:path";

import { makeFolder } from "../host/files.ts";
import { withLock } from "../host/lock.ts";
import { isVisit } from "../host/own-process.ts";
import { configName, type Places, standingOfPlaces } from "../host/places.ts";
import type { Stamp } from "../host/reading-budget.ts";
import { writeIfChanged } from "../host/write-file.ts";
import type { Workspace } from "../packages/workspace.ts";
import { buildIndex, type Built } from "./build-index.ts";
import { createFlags, keepFlags, presentFlags, removeFlags } from "./flags.ts";
import { findIndex, indexFile, isIndexFresh, keyOf, linkText, type OpenIndex, parseIndex, textOfIndex } from "./read-index.ts";
import type { RebuildRequest, Rebuilt, Unreadable } from "./stable-state.ts";

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
    if (other !== undefined) return { ok: true, text: textOfIndex(other), written: true };
    const built = buildIndex(request);
    return built.ok ? publish(request, built) : noneIdle(request, built);
  });
  if (locked.held) return locked.value;
  const built = buildIndex(request);
  if (!built.ok) return noneIdle(request, built);
  const { text, reading } = built;
  if (!built.isForCalls) return { ok: true, text, written: false, reading };
  removeFlags(places.idleFlags, built.idle);
  if (!isVisit(places)) createFlags(places.closedFlags, built.closed);
  return { ok: true, text, written: false, reading };
}

function publish({ context, places, folder, program }: RebuildRequest, built: Built): Rebuilt {
  const { text, workspace, reading, idle, closed, isWhole, isForCalls, remember } = built;
  if (!isForCalls) return { ok: true, text, written: false, reading };
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
  return { ok: true, text, written, reading };
}

/** Without the config the plugins are unknown, so no event is idle. */
function noneIdle({ places, context }: RebuildRequest, built: Unreadable): Unreadable {
  if (standingOfPlaces(places, context.os).state !== "other") removeFlags(places.idleFlags);
  return built;
}

/** The existing index, if it is up to date: while we waited for the lock, another call may have rebuilt it. */
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
    makeFolder(places.index);
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
