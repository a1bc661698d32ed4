/** The section of the dispatch index that a hook is filed under, and the event that a section stands for. */

import type { EventName } from "../../canonical/event.ts";
import type { Hook, HookEvent } from "../plugin.ts";
import { nativeSection } from "./format.ts";

export function sectionOf({ event }: Pick<Hook, "event">): string {
  return "event" in event ? event.event : nativeSection(event.agent, event.native);
}

/** Of a record that may be older than this program: an unknown event is one that no agent has. */
export function eventOfSection(section: string): HookEvent {
  const at = section.indexOf(":");
  return at < 0 ? { event: section as EventName } : { agent: section.slice(0, at), native: section.slice(at + 1) };
}
