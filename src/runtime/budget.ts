/** How long a call and each of its handlers may take (RT-13). Agents cut us off silently, so we answer first. */

import type { EventName } from "../canonical/event.ts";

/** Registered is 60 s; we answer 2 s before. */
const CALL_MS = 58_000;
/** Codex cuts the end of a session after 2 s, Claude Code after 1.5 s, and the others keep the user waiting. */
const SESSION_END_MS = 1_200;
/** Kept back for ending a handler that ignores its deadline, and for our own answer. */
const RESERVE_MS = 300;
/** A handler that would get less than this is not started. */
const LEAST_MS = 50;

/** The deadline of a handler that may start now, or `undefined` when there is no time left for it. */
export function handlerDeadline(event: EventName | null, elapsedMs: number, timeoutSeconds: number): number | undefined {
  const left = (event === "SessionEnd" ? SESSION_END_MS : CALL_MS) - RESERVE_MS - elapsedMs;
  if (left < LEAST_MS) return undefined;
  return Math.min(left, Math.max(1, timeoutSeconds * 1000));
}
