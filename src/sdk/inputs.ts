/** The input of a handler, event by event. */

import type { EventName } from "../canonical/event.ts";
import type { Json, JsonObject } from "../canonical/json.ts";
import type { ToolCall } from "./tools.ts";

export interface EveryInput {
  /** The agent's name for the session. */
  readonly session_id: string | null;
  /** The folder the agent works in. */
  readonly cwd: string | null;
  /** Which agent calls, such as `claude-code`. */
  readonly agent?: string;
  /** The agent's own names. */
  readonly native?: { readonly event: string; readonly tool_name?: string; readonly tool_input?: Json };
}

/** More fields of an event; only some agents send fields with a `?`. */
export interface EventFields {
  readonly PreToolUse: ToolCall;
  readonly PostToolUse: ToolCall & { readonly tool_response: ToolResponse };
  readonly PostToolUseFailure: ToolCall & { readonly error?: string };
  readonly PermissionRequest: ToolCall;
  readonly UserPromptSubmit: { readonly prompt: string };
  readonly SessionStart: { readonly source?: Open<"startup" | "resume" | "clear" | "compact"> };
  readonly SessionEnd: { readonly reason?: string };
  readonly Stop: Stopping;
  readonly SubagentStart: Subagent;
  readonly SubagentStop: Stopping & Subagent;
  readonly Notification: { readonly message?: string };
  readonly PreCompact: { readonly trigger?: Open<"auto" | "manual"> };
  readonly ErrorOccurred: { readonly error?: Json };
}

export type InputOf<Event extends EventName> = EveryInput & EventFields[Event];

/** `stdout` of a shell, `text` of other tools, beside the agent's own fields; `{}` where it sends nothing. */
export type ToolResponse = JsonObject & { readonly stdout?: string; readonly text?: string };

interface Stopping {
  /** The agent is already continuing because a hook did not let it stop. */
  readonly stop_hook_active: boolean;
  readonly last_assistant_message?: string;
}

interface Subagent {
  readonly agent_id?: string;
  readonly agent_type?: string;
}

/** The known words, and any other. */
type Open<Word extends string> = Word | (string & Record<never, never>);
