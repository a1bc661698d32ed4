/** What a handler may answer. Answers are plain objects: `{ ...updatedInput({ command }), ...context("why") }` gives both. */

import type { EventName, EVENTS } from "../model/event.ts";
import type { JsonObject } from "../model/json.ts";
import type { Decision } from "../model/outcome.ts";

export interface AnswerFields {
  readonly decision: Decision;
  readonly reason: string;
  /** For the model. */
  readonly additionalContext: string;
  readonly updatedInput: JsonObject | string;
  readonly continue: boolean;
  readonly stopReason: string;
  /** For the user. */
  readonly systemMessage: string;
  readonly suppressOutput: boolean;
}

/** A field without a meaning at an event cannot be answered there. */
export type AnswerTo<Event extends EventName> = {
  readonly [Field in keyof AnswerFields]?: Field extends FieldAt<Event> ? AnswerFields[Field] : never;
};

type FieldAt<Event extends EventName> =
  | (Event extends EventWith<{ session: "end" }> ? never : "additionalContext" | "systemMessage" | "suppressOutput")
  | (Event extends Deniable ? "decision" | "reason" | "continue" | "stopReason" : never)
  | (Event extends EventWith<{ denial: "tool" }> ? "updatedInput" : never);

/** Events at which something can be prevented. */
export type Deniable = EventWith<{ denial: string }>;

type EventWith<Trait> = { [Event in EventName]: (typeof EVENTS)[Event] extends Trait ? Event : never }[EventName];

/** Prevents what is about to happen, and tells the model why. */
export function deny(reason: string): { readonly decision: "deny"; readonly reason: string } {
  return { decision: "deny", reason };
}

/** Lets the user decide; an agent that cannot ask denies. */
export function ask(reason: string): { readonly decision: "ask"; readonly reason: string } {
  return { decision: "ask", reason };
}

/** Allows the call on the user's behalf, which few agents support; to have no opinion, return nothing. */
export function allow(reason?: string): { readonly decision: "allow"; readonly reason?: string } {
  return reason === undefined ? { decision: "allow" } : { decision: "allow", reason };
}

/** Tells the model something. */
export function context(text: string): { readonly additionalContext: string } {
  return { additionalContext: text };
}

/** Replaces the named fields of the tool's input; the others stay. */
export function updatedInput(fields: JsonObject | string): { readonly updatedInput: JsonObject | string } {
  return { updatedInput: fields };
}

/** Tells the user something that the model does not see. */
export function message(text: string): { readonly systemMessage: string } {
  return { systemMessage: text };
}

/** Ends the agent's run, with a text for the user. */
export function endRun(reason: string): { readonly continue: false; readonly stopReason: string } {
  return { continue: false, stopReason: reason };
}
