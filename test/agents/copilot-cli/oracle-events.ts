/** What Copilot CLI makes of an answer at each of its events. */

import { NOTHING, type Obeys } from "../../oracles/oracle.ts";

export interface EventLaw {
  readonly neutral: string | null;
  readonly can: Obeys;
  /** A text in `additionalContext` at the top reaches the model. */
  readonly context?: true;
  /** With exit code 2 stderr reaches it instead. */
  readonly stderr?: true;
  /** How many characters of it reach the model. */
  readonly limit?: number;
}

const TELLS_MODEL: Obeys = { ...NOTHING, context: true };
const BLOCKS: Obeys = { ...NOTHING, block: true };

export const EVENTS: Readonly<Record<string, EventLaw>> = {
  sessionStart: { neutral: "SessionStart", can: TELLS_MODEL, context: true },
  userPromptSubmitted: { neutral: "UserPromptSubmit", can: { ...TELLS_MODEL, block: true }, context: true },
  // An allow overrules what the user forbade, so it must never be given.
  preToolUse: { neutral: "PreToolUse", can: { ...TELLS_MODEL, block: true, ask: true, rewrite: true }, context: true },
  permissionRequest: { neutral: "PermissionRequest", can: BLOCKS },
  postToolUse: { neutral: "PostToolUse", can: { ...TELLS_MODEL, block: true }, context: true, limit: 10_240 },
  postToolUseFailure: { neutral: "PostToolUseFailure", can: TELLS_MODEL, context: true, stderr: true, limit: 10_240 },
  agentStop: { neutral: "Stop", can: BLOCKS },
  subagentStart: { neutral: "SubagentStart", can: TELLS_MODEL, context: true },
  subagentStop: { neutral: "SubagentStop", can: BLOCKS },
  sessionEnd: { neutral: "SessionEnd", can: NOTHING },
  errorOccurred: { neutral: "ErrorOccurred", can: NOTHING },
  preCompact: { neutral: "PreCompact", can: NOTHING },
  notification: { neutral: "Notification", can: TELLS_MODEL, context: true },
};

/** Fields without which a rewritten input fails validation. */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  bash: ["command"],
  view: ["path"],
  create: ["path", "file_text"],
  edit: ["path"],
  grep: ["pattern"],
  glob: ["pattern"],
  task: ["prompt"],
};
