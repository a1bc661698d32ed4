/** What one handler answered, in any format, and the final answer to the agent. */

import type { Json, JsonObject } from "./json.ts";

export type Decision = "allow" | "ask" | "deny";

const STRENGTH: Readonly<Record<Decision, number>> = { allow: 1, ask: 2, deny: 3 };

/** Whether `next` is the stricter of the two: deny > ask > allow > no opinion. */
export function isStricter(next: Decision, now: Decision | undefined): boolean {
  return now === undefined || STRENGTH[next] > STRENGTH[now];
}

export interface Outcome {
  readonly decision?: Decision;
  readonly reason?: string;
  /** Text for the model. */
  readonly context?: string;
  /** The fields to replace, in Claude's names (or a whole string where the tool takes plain text). */
  readonly updatedInput?: Json;
  /** The whole new input in the agent's own fields, as a native-format handler gives it. */
  readonly nativeInput?: Json;
  /** The run is to end, with the text for the user. */
  readonly stop?: { readonly reason?: string };
  /** Text for the user, not the model. */
  readonly systemMessage?: string;
  readonly suppressOutput?: boolean;
  /** Fields of a native answer without a neutral name; they are passed on to that same agent. */
  readonly native?: JsonObject;
  /** Text that is itself the answer at this event of that agent: a path, or instructions for a summary. */
  readonly text?: string;
}

/** The combined answer, reduced to what the agent can express at this event. */
export interface Answer {
  readonly decision?: Decision;
  /** Never empty when the decision is `deny` or `ask`. */
  readonly reason?: string;
  /** The complete native input of the tool, when it was rewritten. */
  readonly toolInput?: Json;
  readonly context?: string;
  readonly stop?: { readonly reason: string };
  readonly systemMessage?: string;
  readonly suppressOutput?: boolean;
  /** Skills changed as the session began; an agent that can reload them is asked to. */
  readonly skillsChanged?: true;
  readonly native?: JsonObject;
  /** All that is written, where it is not a refusal. */
  readonly text?: string;
}

/** The exact bytes for the agent. */
export interface Reply {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export const SILENCE: Reply = { stdout: "", stderr: "", exitCode: 0 };

/** Part of a handler's answer that the agent cannot express. Losses are data, never text built on the way. */
export const LOSSES = {
  "allow-not-passed": "an explicit allow is not passed on to this agent",
  "ask-became-deny": "this agent cannot ask here, so the call is denied",
  "ask-unsupported": "this event cannot ask",
  "context-held": "kept for the next event of the session that can carry it",
  "context-in-reason": "the agent takes no context beside a denial, so it follows the reason",
  "context-lost": "no later event of this session can carry it",
  "context-shortened": "longer than the agent takes",
  "deny-unsupported": "nothing can be prevented at this event",
  "rewrite-became-deny": "this agent cannot replace the input, so the call is denied with the wanted form",
  "rewrite-dropped": "this agent cannot replace the input, and the hook lets the original run",
  "rewrite-unsupported": "this event has no input to replace",
  "stop-left-out": "ending the run is not possible beside this answer",
  "stop-unsupported": "this agent cannot end the run at this event",
  "stop-blocks-exhausted": "a stop is blocked at most eight times a turn",
  "suppress-output-unsupported": "this agent has no such switch here",
  "system-message-unsupported": "this agent shows no message to the user here",
  "text-ignored": "this agent ignores plain text at this event",
  "native-field-lost": "only the agent that the handler was written for has this field",
  "field-kept": "the handler left it out of the new input, and it stays",
  "field-unknown": "the calling agent does not send it, so the handler reads a placeholder or nothing",
  "field-set-aside": "the agent ignores this field of its tool's input, so handlers see it only in `native`",
} as const;

export type LossCode = keyof typeof LOSSES;

export interface Loss {
  readonly code: LossCode;
  /** `plugin/hook` of the handler whose answer lost something. */
  readonly hook?: string;
  readonly field?: string;
}
