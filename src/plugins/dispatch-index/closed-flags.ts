/**
 * Closed flags (RT-38): files `<agent>.<native event>`, each of which means that an installed plugin has a hook with
 * `on-failure = "closed"` at that event. A call that can read nothing else still knows from one `stat` that it must deny. A flag is made before
 * the index that needs it, and removed after the last one that did.
 */

import { statSync } from "node:fs";

import { canPrevent } from "../../agents/can-prevent.ts";
import { NATIVE_EVENTS } from "../../agents/native-list.ts";
import type { Places } from "../../platform/places.ts";
import { lookUp } from "../../lookup.ts";
import type { LoadedPlugins } from "../active-plugins.ts";
import { type Asking, nativeEventsOf, usedEvents } from "./used-events.ts";

/** Of sources, and of everything the user agreed to in any workspace: every index knows the same. */
export function closedFlags(
  { plugins, asleep }: Pick<LoadedPlugins, "plugins" | "asleep">,
  accepted: readonly Asking[],
): ReadonlySet<string> {
  const closed = [...plugins.filter(({ consent }) => consent === undefined).map(withoutDenied), ...asleep, ...accepted]
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

/** Whether a closed hook may exist at an event, when only a `stat` is possible. A doubt counts as yes. */
export function mayBeClosed({ closedFlags: folder }: Pick<Places, "closedFlags">, flag: string): boolean {
  try {
    return statSync(`${folder}/${flag}`, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    return !["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}
