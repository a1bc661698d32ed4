/**
 * Idle flags (RG-22): files `<agent>.<native event>` that the registered texts look for before they start us. One may be there only while no
 * plugin could have anything to do at that event in any folder, so whoever writes an index keeps them true: a flag goes before, and comes after.
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
 * The flags that may exist, by their file names: for registered files alone, and for what these test. Where something hangs on what workspaces
 * depend on, no event is idle at which changes of that are looked for.
 */
export function idleFlags(files: readonly RegisteredFile[], plugins: readonly Asking[], followsWorkspaces: boolean): ReadonlySet<string> {
  const flags = new Set<string>();
  for (const file of files) {
    for (const [agent, events] of testedEvents(file)) {
      const busy = busyEvents(agent, plugins);
      for (const event of events) {
        const { tells, looksAround } = meaningOf(lookUp(nativeEventsOf(agent), event)?.event) ?? {};
        const isWatched = tells === true || (followsWorkspaces && looksAround === true);
        if (!isWatched && !busy.has(event)) flags.add(`${agent}.${event}`);
      }
    }
  }
  return flags;
}

const TESTED = /idle[\\/]+([a-z-]+)\.([A-Za-z_-]+)/g;

/** What the texts in a file test; a file that is ours as a whole may test every event that agents have in common. */
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
 * Makes the flags those that are `wanted`, around `write`. What is wanted was found out before the lock was ours, so nothing is created
 * unless it `isStillTrue`; who cannot have the lock only removes.
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
