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
  /** Fields of `hookSpecificOutput` that are obeyed beside those that other agents have. */
  readonly own?: readonly string[];
  /** Types of the fields of `hookSpecificOutput`; an event without one takes no such object. */
  readonly nested?: Shape;
}

const TELLS: Obeys = { ...NOTHING, tell: true };
const CONTEXT: Shape = { additionalContext: isText };

const BLOCKS: Obeys = { ...NOTHING, block: true };
/** `decision: "block"` and exit code 2 alike. */
const REFUSED = { exit2: true, decision: true } as const;

/** Events only Claude Code has, as measured on 2026-11-18; TeammateIdle, PermissionDenied, FileChanged and WorktreeRemove by its own words. */
const OWN: Readonly<Record<string, Omit<EventLaw, "neutral">>> = {
  PostToolBatch: { can: { ...TELLS, block: true, context: true, stop: true }, ...REFUSED, nested: CONTEXT },
  MessageDisplay: { can: NOTHING, nested: { displayContent: isText }, own: ["displayContent"] },
  UserPromptExpansion: { can: { ...TELLS, block: true, context: true, stop: true }, ...REFUSED, plainText: true, nested: CONTEXT },
  Setup: { can: TELLS, nested: CONTEXT },
  PermissionDenied: { can: NOTHING, nested: { retry: isFlag }, own: ["retry"] },
  TaskCreated: { can: { ...TELLS, block: true }, ...REFUSED },
  TaskCompleted: { can: { ...TELLS, block: true }, ...REFUSED },
  TeammateIdle: { can: { ...TELLS, block: true }, ...REFUSED },
  ConfigChange: { can: BLOCKS, ...REFUSED },
  CwdChanged: { can: NOTHING, nested: { watchPaths: Array.isArray }, own: ["watchPaths"] },
  FileChanged: { can: NOTHING, nested: { watchPaths: Array.isArray }, own: ["watchPaths"] },
  WorktreeCreate: { can: BLOCKS, exit2: true },
  WorktreeRemove: { can: NOTHING },
  PostCompact: { can: TELLS },
  InstructionsLoaded: { can: NOTHING },
  Elicitation: { can: BLOCKS, ...REFUSED, nested: { action: isText, content: isFields }, own: ["action", "content"] },
  ElicitationResult: { can: BLOCKS, ...REFUSED, nested: { action: isText, content: isFields }, own: ["action", "content"] },
};

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
  PermissionRequest: { neutral: "PermissionRequest", can: { ...TELLS, block: true, allow: true }, nested: { decision: isPermission } },
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
  // The user is shown what exit code 2 leaves on stderr, and no message of an answer.
  SessionEnd: { neutral: "SessionEnd", can: TELLS },
  // Context here reaches the model by making it go on, so it cannot be told without refusing the stop.
  Stop: { neutral: "Stop", can: { ...TELLS, block: true, stop: true }, exit2: true, decision: true, nested: CONTEXT },
  SubagentStart: { neutral: "SubagentStart", can: { ...TELLS, context: true }, nested: CONTEXT },
  SubagentStop: { neutral: "SubagentStop", can: { ...TELLS, block: true }, exit2: true, decision: true, nested: CONTEXT },
  Notification: { neutral: "Notification", can: NOTHING, nested: CONTEXT },
  // Whatever is printed, JSON too, goes to the model with the instructions for the summary.
  PreCompact: { neutral: "PreCompact", can: { ...NOTHING, block: true }, exit2: true, decision: true, plainText: true },
  StopFailure: { neutral: "ErrorOccurred", can: NOTHING },
  ...Object.fromEntries(Object.entries(OWN).map(([name, law]): [string, EventLaw] => [name, { ...law, neutral: null }])),
};

function isPermission(value: unknown): boolean {
  if (!isFields(value)) return false;
  if (value["behavior"] === "allow") return value["updatedInput"] === undefined || isFields(value["updatedInput"]);
  return value["behavior"] === "deny" && (value["message"] === undefined || isText(value["message"]));
}
