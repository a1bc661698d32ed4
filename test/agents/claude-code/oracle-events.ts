/** What Claude Code makes of an answer at each of its events. */

import { isFields, isFlag, isText, oneOf, type Shape } from "../../oracles/fields.ts";
import { NOTHING, type Obeys } from "../../oracles/oracle.ts";

export interface EventLaw {
  readonly neutral: string | null;
  readonly can: Obeys;
  /** Exit code 2 blocks. */
  readonly exit2?: true;
  /** `decision: "block"` at the top is obeyed. */
  readonly decision?: true;
  /** Plain text on stdout reaches the model. */
  readonly plainText?: true;
  /** Types of the fields of `hookSpecificOutput`; an event without one takes no such object. */
  readonly nested?: Shape;
}

const TELLS: Obeys = { ...NOTHING, tell: true };
const CONTEXT: Shape = { additionalContext: isText };

/** Events only Claude Code has; hooks for all agents never answer there. */
const OWN: readonly string[] = [
  "PostToolBatch",
  "MessageDisplay",
  "UserPromptExpansion",
  "Setup",
  "PermissionDenied",
  "TaskCreated",
  "TaskCompleted",
  "TeammateIdle",
  "ConfigChange",
  "CwdChanged",
  "FileChanged",
  "WorktreeCreate",
  "WorktreeRemove",
  "PostCompact",
  "InstructionsLoaded",
  "Elicitation",
  "ElicitationResult",
];

export const EVENTS: Readonly<Record<string, EventLaw>> = {
  PreToolUse: {
    neutral: "PreToolUse",
    can: { block: true, ask: true, rewrite: true, context: true, stop: true, allow: true, tell: true },
    exit2: true,
    decision: true,
    nested: {
      ...CONTEXT,
      permissionDecision: oneOf("allow", "deny", "ask", "defer"),
      permissionDecisionReason: isText,
      updatedInput: isFields,
    },
  },
  PostToolUse: {
    neutral: "PostToolUse",
    can: { ...TELLS, block: true, context: true, stop: true },
    exit2: true,
    decision: true,
    nested: CONTEXT,
  },
  PostToolUseFailure: {
    neutral: "PostToolUseFailure",
    can: { ...TELLS, block: true, context: true },
    exit2: true,
    decision: true,
    nested: CONTEXT,
  },
  PermissionRequest: {
    neutral: "PermissionRequest",
    can: { ...TELLS, block: true, allow: true },
    nested: { decision: isPermission },
  },
  UserPromptSubmit: {
    neutral: "UserPromptSubmit",
    can: { ...TELLS, block: true, context: true, stop: true },
    exit2: true,
    decision: true,
    plainText: true,
    nested: { ...CONTEXT, sessionTitle: isText, suppressOriginalPrompt: isFlag },
  },
  SessionStart: {
    neutral: "SessionStart",
    can: { ...TELLS, context: true },
    plainText: true,
    nested: { ...CONTEXT, initialUserMessage: isText, sessionTitle: isText },
  },
  SessionEnd: { neutral: "SessionEnd", can: NOTHING },
  // Context here reaches the model by making it go on, so it cannot be told without refusing the stop.
  Stop: { neutral: "Stop", can: { ...TELLS, block: true, stop: true }, exit2: true, decision: true, nested: CONTEXT },
  SubagentStart: { neutral: "SubagentStart", can: { ...TELLS, context: true }, nested: CONTEXT },
  SubagentStop: { neutral: "SubagentStop", can: { ...TELLS, block: true }, exit2: true, decision: true, nested: CONTEXT },
  Notification: { neutral: "Notification", can: NOTHING, nested: CONTEXT },
  // Whatever is printed, JSON too, goes to the model with the instructions for the summary.
  PreCompact: { neutral: "PreCompact", can: { ...NOTHING, block: true }, decision: true, plainText: true },
  StopFailure: { neutral: "ErrorOccurred", can: NOTHING },
  ...Object.fromEntries(OWN.map((name): [string, EventLaw] => [name, { neutral: null, can: NOTHING }])),
};

function isPermission(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (value["behavior"] === "allow") return value["updatedInput"] === undefined || isFields(value["updatedInput"]);
  return value["behavior"] === "deny" && (value["message"] === undefined || isText(value["message"]));
}
