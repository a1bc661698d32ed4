/** The time limit of each handler in a call (RT-13). */

import { budgetOf, type EventName } from "../canonical/event.ts";

/** Reserved for ending a handler that ignores its deadline, and for our own answer. */
const RESERVE_MS = 300;
/** A handler that would get less than this is not started. */
const LEAST_MS = 50;

/** The deadline of a handler that may start now, or `undefined` when there is no time left for it. */
export function handlerDeadline(event: EventName | null, elapsedMs: number, timeoutSeconds: number): number | undefined {
  const left = budgetOf(event).answerMs - RESERVE_MS - elapsedMs;
  if (left < LEAST_MS) return undefined;
  return Math.min(left, Math.max(1, timeoutSeconds * 1000));
}
