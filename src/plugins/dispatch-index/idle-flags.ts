/**
 * Idle flags (RG-22): files `<agent>.<native event>` that the registered texts check for before they start us. A flag may exist only while no
 * plugin could act at that event in any folder, so every writer of an index keeps them true: it removes a flag before, and makes one after.
 */

import { join } from "node:path";

import { meaningOf } from "../../canonical/event.ts";
import { withLock } from "../../platform/lock.ts";
import type { Places } from "../../platform/places.ts";
import { removeQuietly } from "../../platform/remove-quietly.ts";
import { createFlags, presentFlags, removeFlags } from "./flag-files.ts";
import type { RegisteredFile } from "./registered-files.ts";
import { type Asking, busyEvents, nativeEventsOf } from "./used-events.ts";
import { entriesOf, hasWord, lookUp } from "../../lookup.ts";

type FlagPlaces = Pick<Places, "idleFlags" | "locks">;

/**
 * The names of the flags that may exist: only for registered files, and for the events they test. Where anything depends on a workspace's
 * dependencies, events that check for such changes are never idle.
 */
export function idleFlags(files: readonly RegisteredFile[], plugins: readonly Asking[], followsWorkspaces: boolean): ReadonlySet<string> {
  const flags = new Set<string>();
  for (const file of files) {
    for (const [agent, events] of testedEvents(file)) {
      const busy = busyEvents(agent, plugins);
      for (const event of events) {
        const { tells, looksAround, mayBringPackages } = meaningOf(lookUp(nativeEventsOf(agent), event)?.event) ?? {};
        const isWatched = tells === true || (followsWorkspaces && (looksAround ?? mayBringPackages) === true);
        if (!isWatched && !busy.has(event)) flags.add(`${agent}.${event}`);
      }
    }
  }
  return flags;
}

const TESTED = /idle[\\/]+([a-z-]+)\.([A-Za-z_-]+)/g;

/** The events that the texts in a file test; a file that we own as a whole may test every common event. */
function testedEvents({ agents, insertions }: RegisteredFile): ReadonlyMap<string, ReadonlySet<string>> {
  const tested = new Map<string, Set<string>>();
  for (const [, agent = "", event = ""] of insertions.flatMap(({ text = "" }) => [...text.matchAll(TESTED)])) {
    if (hasWord(nativeEventsOf(agent), event)) tested.set(agent, (tested.get(agent) ?? new Set()).add(event));
  }
  const [entry] = agents;
  if (tested.size > 0 || entry === undefined) return tested;
  const events = nativeEventsOf(entry);
  return new Map([[entry, new Set(entriesOf(events).flatMap(([native, { event }]) => (event === undefined ? [] : [native])))]]);
}

const LONGEST_WAIT = 1_000;

/**
 * Makes the flags equal to `wanted`, around `write`. `wanted` was computed before the lock was ours, so flags are created
 * only while it `isStillTrue`; without the lock flags are only removed.
 */
export function keepFlags<T>(
  places: FlagPlaces,
  now: () => number,
  wanted: ReadonlySet<string>,
  { write, isStillTrue }: { readonly write: () => T; readonly isStillTrue: (written: T) => boolean },
): T {
  const folder = places.idleFlags;
  const present = presentFlags(folder);
  if (present.length === wanted.size && present.every((flag) => wanted.has(flag))) return write();
  const locked = withLock(join(places.locks, "idle-flags"), { now, wait: LONGEST_WAIT }, () => {
    removeFlags(folder, wanted);
    const written = write();
    if (isStillTrue(written)) {
      const created = createFlags(folder, wanted);
      if (!isStillTrue(written)) for (const flag of created) removeQuietly(join(folder, flag));
    }
    return written;
  });
  if (locked.held) return locked.value;
  removeFlags(folder, wanted);
  return write();
}
