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
