/**
 * The flags beside the indexes: empty files `<agent>.<native event>` in our own folders. Idle ones (RG-22) let a registered text end before it
 * starts us; closed ones (RT-38) say that a guard may exist.
 */

import { join } from "node:path";

import { canPrevent } from "../agents/facts.ts";
import { NATIVE_EVENTS } from "../agents/native-list.ts";
import { LEDGER_FORMAT, LEDGER_VERSION, type LedgerFile } from "../files/ledger.ts";
import { sameFolder } from "../host/bounds.ts";
import { makeEmptyFile, makeFolder } from "../host/files.ts";
import { withLock } from "../host/lock.ts";
import { namesIn } from "../host/paths.ts";
import type { Places } from "../host/places.ts";
import { readRegularTextIfAny } from "../host/read-file.ts";
import { removeQuietly } from "../host/write-file.ts";
import { entriesOf, hasWord, lookUp } from "../lookup.ts";
import { meaningOf } from "../model/event.ts";
import { isObject, parseJson } from "../model/json.ts";
import type { LoadedPlugins } from "../plugins/active-plugins.ts";
import type { Registration } from "./format.ts";
import { type Asking, busyEvents, nativeEventsOf, usedEvents } from "./used-events.ts";

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

/** For closed hooks of sources, and of everything the user agreed to in any workspace: every index knows the same. */
export function closedFlags(
  { plugins, outlined }: Pick<LoadedPlugins, "plugins" | "outlined">,
  accepted: readonly Asking[],
): ReadonlySet<string> {
  const closed = [...plugins.filter(({ consent }) => consent === undefined).map(withoutDenied), ...outlined, ...accepted]
    .map(({ plugin }) => ({ plugin: { hooks: plugin.hooks.filter(({ onFailure }) => onFailure === "closed") } }))
    .filter(({ plugin }) => plugin.hooks.length > 0);
  if (closed.length === 0) return new Set();
  return new Set(
    Object.keys(NATIVE_EVENTS).flatMap((agent) =>
      [...usedEvents(agent, closed)]
        .filter((event) => canPrevent(lookUp(nativeEventsOf(agent), event)))
        .map((event) => `${agent}.${event}`),
    ),
  );
}

/** The policies of system and user, which alone govern plugins of sources, are the same for every index. */
function withoutDenied({ hooks }: LoadedPlugins["plugins"][number]) {
  return { plugin: { hooks: hooks.flatMap(({ hook, isDenied }) => (isDenied === true ? [] : [hook])) } };
}

/** Other files in the folder are not flags, and are not touched. */
export function presentFlags(folder: string): readonly string[] {
  return namesIn(folder).filter(isFlag);
}

/** Returns the new flags. Without an idle flag a call only takes longer; without a closed one it cannot deny when the index is unreadable. */
export function createFlags(folder: string, wanted: ReadonlySet<string>): readonly string[] {
  const created: string[] = [];
  const present = new Set(presentFlags(folder));
  try {
    for (const flag of wanted) {
      if (present.has(flag)) continue;
      if (created.length === 0) makeFolder(folder);
      created.push(flag);
      makeEmptyFile(`${folder}/${flag}`);
    }
  } catch {
    // A full or read-only disk.
  }
  return created;
}

export function removeFlags(folder: string, kept: ReadonlySet<string> = new Set()): void {
  for (const flag of presentFlags(folder)) if (!kept.has(flag)) removeQuietly(`${folder}/${flag}`);
}

function isFlag(name: string): boolean {
  const dot = name.indexOf(".");
  return dot > 0 && hasWord(nativeEventsOf(name.slice(0, dot)), name.slice(dot + 1));
}

const MOST_LEDGER_BYTES = 64 * 1024 * 1024;

type RegisteredFile = Pick<LedgerFile, "file" | "agents" | "scope" | "workspace" | "insertions">;

/** Where agents are registered to call us, by the ledger. Read when an index is made, and never an error: without a ledger nothing is registered. */
export function registeredFiles(ledger: string): readonly RegisteredFile[] {
  const value = parseJson(readRegularTextIfAny(ledger, { maxBytes: MOST_LEDGER_BYTES }) ?? "");
  if (!isObject(value)) return [];
  const { format, version, files } = value;
  return format === LEDGER_FORMAT && version === LEDGER_VERSION && Array.isArray(files) ? (files as unknown[]).filter(isWhole) : [];
}

/** The files that apply to calls in this workspace, once for each agent that a file serves. */
export function registrationsFor(files: readonly RegisteredFile[], workspace: string | null): readonly Registration[] {
  return files
    .filter((each) => each.scope === "user" || isSame(each.workspace, workspace))
    .flatMap(({ file, agents, scope }) => agents.map((agent) => ({ agent, entry: agents[0] ?? agent, scope, file })));
}

function isWhole(value: unknown): value is RegisteredFile {
  const { file, agents, scope, insertions } = (value ?? {}) as Partial<Record<keyof RegisteredFile, unknown>>;
  const isNamed = typeof file === "string" && (scope === "user" || scope === "project");
  return isNamed && Array.isArray(agents) && agents.every((agent) => typeof agent === "string") && Array.isArray(insertions);
}

function isSame(folder: string | undefined, workspace: string | null): boolean {
  return folder !== undefined && workspace !== null && (folder === workspace || sameFolder(folder, workspace));
}
