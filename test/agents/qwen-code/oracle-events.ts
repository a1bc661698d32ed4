/** What Qwen Code makes of an answer at each of its events. */

import { NOTHING, type Obeys } from "../../oracles/oracle.ts";

export interface EventLaw {
  readonly neutral: string | null;
  readonly can: Obeys;
  /** `decision` at the top blocks, and so does exit code 2 with a text. */
  readonly decision?: true;
  /** `continue: false` does nothing. */
  readonly goesOn?: true;
  /** Nested `additionalContext` is read; `can` says whether it reaches the model as context. */
  readonly context?: true;
  /** Plain text on stdout is context. */
  readonly plainText?: true;
  /** A message is shown to the user. */
  readonly shown?: true;
}

const BLOCKS: Obeys = { ...NOTHING, block: true };
const TELLS_MODEL: Obeys = { ...NOTHING, context: true };

/** Events only this agent has. The two about a list are read in its code, the first two measured on 2026-11-18. */
const OWN: Readonly<Record<string, Omit<EventLaw, "neutral">>> = {
  PostToolBatch: { can: { ...BLOCKS, context: true }, decision: true, context: true },
  UserPromptExpansion: { can: { ...BLOCKS, context: true }, decision: true, context: true, plainText: true },
  TodoCreated: { can: BLOCKS, decision: true, goesOn: true },
  TodoCompleted: { can: BLOCKS, decision: true, goesOn: true },
  MessageDisplay: { can: NOTHING },
  PostCompact: { can: NOTHING },
  SessionDelete: { can: NOTHING },
  PermissionDenied: { can: NOTHING },
  InstructionsLoaded: { can: NOTHING },
};

export const EVENTS: Readonly<Record<string, EventLaw>> = {
  SessionStart: { neutral: "SessionStart", can: TELLS_MODEL, context: true, plainText: true },
  UserPromptSubmit: {
    neutral: "UserPromptSubmit",
    can: { ...NOTHING, block: true, context: true, stop: true },
    decision: true,
    context: true,
    plainText: true,
  },
  PreToolUse: { neutral: "PreToolUse", can: { ...BLOCKS, ask: true }, decision: true },
  // Only `continue: false` keeps the result from the model, which is told the reason in its place; the run goes on.
  PostToolUse: { neutral: "PostToolUse", can: { ...NOTHING, block: true, context: true }, context: true },
  PostToolUseFailure: { neutral: "PostToolUseFailure", can: TELLS_MODEL, context: true },
  PermissionRequest: { neutral: "PermissionRequest", can: BLOCKS },
  // `continue: false` makes it go on, as a block does.
  Stop: { neutral: "Stop", can: BLOCKS, decision: true, shown: true },
  SubagentStart: { neutral: "SubagentStart", can: NOTHING },
  SubagentStop: { neutral: "SubagentStop", can: BLOCKS, decision: true },
  SessionEnd: { neutral: "SessionEnd", can: NOTHING },
  Notification: { neutral: "Notification", can: NOTHING },
  // This text becomes an instruction for the summary and does not reach the working model.
  PreCompact: { neutral: "PreCompact", can: NOTHING, context: true },
  StopFailure: { neutral: "ErrorOccurred", can: NOTHING },
  ...Object.fromEntries(Object.entries(OWN).map(([name, law]): [string, EventLaw] => [name, { ...law, neutral: null }])),
};
