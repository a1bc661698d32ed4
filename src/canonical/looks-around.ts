/**
 * The events at which a call looks whether anything has changed since: when a session begins, at a prompt, and at the end of a turn, after
 * which another session may list skills before it calls us.
 */

import type { EventName } from "./event.ts";

export function looksAround(event: EventName | null): boolean {
  return event === "SessionStart" || event === "UserPromptSubmit" || event === "Stop";
}
