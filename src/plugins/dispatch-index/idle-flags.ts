/**
 * Idle flags (RG-22): files `<agent>.<native event>` that the registered texts look for before they start us. One may be there only while no
 * plugin could have anything to do at that event in any folder, so whoever writes an index keeps them true: a flag goes before, and comes after.
 */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { meaningOf } from "../../canonical/event.ts";
import { withLock } from "../../platform/lock.ts";
import type { Places } from "../../platform/places.ts";
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
  const present = presentFlags(places);
  if (present.length === wanted.size && present.every((flag) => wanted.has(flag))) return write();
  const locked = withLock(join(places.locks, "idle-flags"), { now, wait: LONGEST_WAIT }, () => {
    removeFlags(places, wanted);
    const written = write();
    if (isStillTrue(written)) {
      const created = createFlags(places, wanted);
      if (!isStillTrue(written)) for (const flag of created) remove(places, flag);
    }
    return written;
  });
  if (locked.held) return locked.value;
  removeFlags(places, wanted);
  return write();
}

/** Removes our flags, all but those to be kept; other files in the folder are left alone. */
export function removeFlags(places: Pick<Places, "idleFlags">, kept: ReadonlySet<string> = new Set()): void {
  for (const flag of presentFlags(places)) if (!kept.has(flag)) remove(places, flag);
}

function presentFlags({ idleFlags: folder }: Pick<Places, "idleFlags">): readonly string[] {
  try {
    return readdirSync(folder).filter(isFlag);
  } catch {
    return [];
  }
}

/** Whether a file name is that of a flag: `<agent>.<native event>`. */
export function isFlag(name: string): boolean {
  const dot = name.indexOf(".");
  return dot > 0 && Object.hasOwn(nativeEventsOf(name.slice(0, dot)), name.slice(dot + 1));
}

/** Gives those that were not there. A flag that cannot be made costs nothing but time. */
function createFlags({ idleFlags: folder }: FlagPlaces, wanted: ReadonlySet<string>): readonly string[] {
  const created: string[] = [];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const present = new Set(presentFlags({ idleFlags: folder }));
    for (const flag of wanted) {
      if (present.has(flag)) continue;
      created.push(flag);
      writeFileSync(join(folder, flag), "", { mode: 0o600 });
    }
  } catch {
    // A full or read-only disk.
  }
  return created;
}

function remove({ idleFlags: folder }: Pick<Places, "idleFlags">, flag: string): void {
  try {
    rmSync(join(folder, flag), { force: true });
  } catch {
    // Another process may have it in hand.
  }
}
