/**
 * The neutral events. Names are Claude's, as in the symposium format; every agent's native events map onto them in its
 * own folder, and a native event without a counterpart keeps its name and reaches only hooks of that agent's format.
 */

export interface EventMeaning {
  /** The name on the command line. */
  readonly word: string;
  /** The name in the Hook Interchange Format. */
  readonly interchange: string;
  /** Fires for one tool call, so a matcher applies. */
  readonly hasTool: boolean;
  /** What a denial means here; absent where nothing can be prevented. */
  readonly denial?: "tool" | "result" | "prompt" | "stop" | "permission";
}

export const EVENTS = {
  PreToolUse: { word: "pre-tool-use", interchange: "before_tool_execute", hasTool: true, denial: "tool" },
  PostToolUse: { word: "post-tool-use", interchange: "after_tool_execute", hasTool: true, denial: "result" },
  PostToolUseFailure: { word: "post-tool-use-failure", interchange: "tool_use_failure", hasTool: true },
  PermissionRequest: { word: "permission-request", interchange: "permission_request", hasTool: true, denial: "permission" },
  UserPromptSubmit: { word: "user-prompt-submit", interchange: "before_prompt", hasTool: false, denial: "prompt" },
  SessionStart: { word: "session-start", interchange: "session_start", hasTool: false },
  SessionEnd: { word: "session-end", interchange: "session_end", hasTool: false },
  Stop: { word: "stop", interchange: "agent_stop", hasTool: false, denial: "stop" },
  SubagentStart: { word: "subagent-start", interchange: "subagent_start", hasTool: false },
  SubagentStop: { word: "subagent-stop", interchange: "subagent_stop", hasTool: false, denial: "stop" },
  Notification: { word: "notification", interchange: "notification", hasTool: false },
  PreCompact: { word: "pre-compact", interchange: "before_compact", hasTool: false },
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

export function meaningOf(event: EventName): EventMeaning {
  return EVENTS[event];
}

/** Whether a hook blocks unless it says otherwise: before a tool and at a prompt. */
export function blocksByDefault(event: EventName | null): boolean {
  return event === "PreToolUse" || event === "UserPromptSubmit";
}
