/**
 * Closed flags (RT-38): files `<agent>.<native event>`, each of which says that an installed plugin has a hook with
 * `on-failure = "closed"` at that event. A call that can read nothing else still sees by one `stat` that it must deny. A flag comes before
 * the index that needs it, and goes after the last one that did.
 */

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";

import { meaningOf } from "../../canonical/event.ts";
import { NATIVE_EVENTS } from "../../agents/native-events.ts";
import type { Places } from "../../platform/places.ts";
import { lookUp } from "../../lookup.ts";
import type { LoadedPlugin } from "../active-plugins.ts";
import { isFlag } from "./idle-flags.ts";
import { nativeEventsOf, usedEvents } from "./used-events.ts";

type FlagPlaces = Pick<Places, "closedFlags">;

/** A workspace's own plugins are left out: an index of another workspace could not tell whether their flags are still needed. */
export function closedFlags(plugins: readonly LoadedPlugin[]): ReadonlySet<string> {
  const closed = plugins
    .filter(({ isMember }) => !isMember)
    .map(({ plugin }) => ({ plugin: { hooks: plugin.hooks.filter(({ onFailure }) => onFailure === "closed") } }))
    .filter(({ plugin }) => plugin.hooks.length > 0);
  if (closed.length === 0) return new Set();
  return new Set(
    Object.keys(NATIVE_EVENTS).flatMap((agent) =>
      [...usedEvents(agent, closed)]
        .filter((event) => meaningOf(lookUp(nativeEventsOf(agent), event)?.event)?.prevents === true)
        .map((event) => `${agent}.${event}`),
    ),
  );
}

/** Whether a hook that must not be missed may exist at an event, when nothing but a `stat` can be asked. A doubt counts as yes. */
export function mayBeClosed({ closedFlags: folder }: FlagPlaces, flag: string): boolean {
  try {
    return statSync(`${folder}/${flag}`, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** One that cannot be made costs only the last resort. */
export function makeClosedFlags(places: FlagPlaces, wanted: ReadonlySet<string>): void {
  try {
    const present = new Set(presentFlags(places));
    const missing = [...wanted].filter((flag) => !present.has(flag));
    if (missing.length === 0) return;
    mkdirSync(places.closedFlags, { recursive: true, mode: 0o700 });
    for (const flag of missing) writeFileSync(`${places.closedFlags}/${flag}`, "", { mode: 0o600 });
  } catch {
    // A full or read-only disk.
  }
}

export function removeClosedFlags(places: FlagPlaces, kept: ReadonlySet<string>): void {
  for (const flag of presentFlags(places)) {
    if (kept.has(flag)) continue;
    try {
      rmSync(`${places.closedFlags}/${flag}`, { force: true });
    } catch {
      // Then a call that can read nothing denies, as before.
    }
  }
}

function presentFlags({ closedFlags: folder }: FlagPlaces): readonly string[] {
  try {
    return readdirSync(folder).filter(isFlag);
  } catch {
    return [];
  }
}
