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
