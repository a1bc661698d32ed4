/** One question to a real agent: which answer a hook gives at which event, and where the marks in it turn up. */

import type { Recipe } from "../../recipes/recipe.ts";
import type { NativeAnswer, Probe } from "../probe.ts";

export interface Measurement {
  readonly event: string;
  /** What is answered, in words. */
  readonly answer: string;
  readonly give: NativeAnswer;
  /** How the event is made to happen. */
  readonly by: Omit<Probe, "name" | "answers">;
}

export interface MeasurementList {
  readonly recipe: Recipe;
  readonly measurements: readonly Measurement[];
}

/** Marks: their places in the run (tool result, next request, the user's screen) are the observation. */
export const CONTEXT = "MARK_CONTEXT";
export const REASON = "MARK_REASON";
export const MESSAGE = "MARK_MESSAGE";

/** `hookSpecificOutput` of an event. */
export function specific(event: string, more: Record<string, unknown>): { hookSpecificOutput: Record<string, unknown> } {
  return { hookSpecificOutput: { hookEventName: event, ...more } };
}

export function context(event: string): { hookSpecificOutput: Record<string, unknown> } {
  return specific(event, { additionalContext: CONTEXT });
}

export const FIRST_STOP = '"stop_hook_active":false';
export const BLOCK = { decision: "block", reason: REASON };
export const HALT = { continue: false, stopReason: REASON };
