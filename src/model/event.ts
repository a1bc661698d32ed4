/**
 * The neutral events. Names are Claude's, as in the symposium format. Each agent's folder maps its native events to them;
 * a native event without a counterpart keeps its name and reaches only hooks in that agent's format.
 */

/** How long a call may take (RT-13). Agents cut us off silently, so we answer before they do. */
interface Budget {
  /** Registered as the entry's timeout. */
  readonly registeredSeconds: number;
  readonly answerMs: number;
}

const USUAL_BUDGET: Budget = { registeredSeconds: 60, answerMs: 58_000 };

/** Codex cuts the end of a session after 2 s, Claude Code after 1.5 s, and others make the user wait. */
const BUDGET_AT_END: Budget = { registeredSeconds: 5, answerMs: 1_200 };

export interface EventMeaning {
  /** The name on the command line. */
  readonly word: string;
  /** The name in the Hook Interchange Format. */
  readonly interchange: string;
  /** Fires for one tool call, so a matcher applies. */
  readonly hasTool: boolean;
  /** What a denial means here; absent where nothing can be denied. */
  readonly denial?: "tool" | "result" | "prompt" | "stop" | "permission" | "subagent" | "summary";
  /** A denial prevents something. A stop is not listed: nothing would ever end it. */
  readonly prevents?: true;
  /** A hook blocks here by default. */
  readonly blocksByDefault?: true;
  /** A symposium handler always reads this field here. */
  readonly field?: "tool_response" | "prompt";
  /** The start or end of a session, where it fires at one. */
  readonly session?: "start" | "end";
  /** The start or end of a turn, of the agent or of a subagent. */
  readonly turn?: "start" | "end";
  readonly ofSubagent?: true;
  /** The user reads problems and hints here, so a call is always made: the event is never idle. */
  readonly tells?: true;
  /** A call checks for changes: another session may list skills after the end of a turn, before it calls us. */
  readonly looksAround?: true;
  /** What just ended may have changed the dependencies: where anything depends on them, the event is never idle. */
  readonly mayBringPackages?: true;
  /** Absent: the usual one. */
  readonly budget?: Budget;
}

export const EVENTS = {
  PreToolUse: {
    word: "pre-tool-use",
    interchange: "before_tool_execute",
    hasTool: true,
    denial: "tool",
    prevents: true,
    blocksByDefault: true,
  },
  PostToolUse: {
    word: "post-tool-use",
    interchange: "after_tool_execute",
    hasTool: true,
    denial: "result",
    field: "tool_response",
    mayBringPackages: true,
  },
  PostToolUseFailure: { word: "post-tool-use-failure", interchange: "tool_use_failure", hasTool: true, mayBringPackages: true },
  PermissionRequest: { word: "permission-request", interchange: "permission_request", hasTool: true, denial: "permission", prevents: true },
  UserPromptSubmit: {
    word: "user-prompt-submit",
    interchange: "before_prompt",
    hasTool: false,
    denial: "prompt",
    prevents: true,
    blocksByDefault: true,
    field: "prompt",
    turn: "start",
    tells: true,
    looksAround: true,
  },
  SessionStart: { word: "session-start", interchange: "session_start", hasTool: false, session: "start", tells: true, looksAround: true },
  SessionEnd: { word: "session-end", interchange: "session_end", hasTool: false, session: "end", budget: BUDGET_AT_END },
  Stop: { word: "stop", interchange: "agent_stop", hasTool: false, denial: "stop", turn: "end", looksAround: true },
  SubagentStart: {
    word: "subagent-start",
    interchange: "subagent_start",
    hasTool: false,
    denial: "subagent",
    prevents: true,
    ofSubagent: true,
  },
  SubagentStop: { word: "subagent-stop", interchange: "subagent_stop", hasTool: false, denial: "stop", turn: "end", ofSubagent: true },
  Notification: { word: "notification", interchange: "notification", hasTool: false },
  PreCompact: { word: "pre-compact", interchange: "before_compact", hasTool: false, denial: "summary", prevents: true },
  ErrorOccurred: { word: "error-occurred", interchange: "error_occurred", hasTool: false },
} as const satisfies Record<string, EventMeaning>;

export type EventName = keyof typeof EVENTS;

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

export function isEventName(text: string): text is EventName {
  return Object.hasOwn(EVENTS, text);
}

/** `PreToolUse`, `pre-tool-use` and `pre_tool_use` name the same event; anything else is `undefined`. */
export function eventFromWord(text: string): EventName | undefined {
  if (isEventName(text)) return text;
  const word = text.replaceAll("_", "-").toLowerCase();
  for (const name of EVENT_NAMES) if (EVENTS[name].word === word) return name;
  return undefined;
}

/** `undefined` for a native event that has no neutral counterpart. */
export function meaningOf(event: EventName): EventMeaning;
export function meaningOf(event: EventName | null | undefined): EventMeaning | undefined;
export function meaningOf(event: EventName | null | undefined): EventMeaning | undefined {
  return event ? EVENTS[event] : undefined;
}

export function budgetOf(event: EventName | null | undefined): Budget {
  return meaningOf(event)?.budget ?? USUAL_BUDGET;
}
