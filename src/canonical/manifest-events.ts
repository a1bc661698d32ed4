/** The events of the Hook Interchange Format: those of `event.ts`, and others that we know only by name. */

import { EVENT_NAMES, EVENTS, type EventName, meaningOf } from "./event.ts";

/** Conformance level Core asks for these. */
export const CORE_EVENTS = [
  "before_tool_execute",
  "after_tool_execute",
  "session_start",
  "session_end",
  "before_prompt",
  "agent_stop",
] as const;

/** Level Extended: where the agent has them. */
export const EXTENDED_EVENTS = [
  "before_compact",
  "after_compact",
  "notification",
  "error_occurred",
  "tool_use_failure",
  "file_changed",
  "subagent_start",
  "subagent_stop",
  "permission_request",
  "permission_denied",
  "before_model",
  "after_model",
  "before_tool_selection",
] as const;

/** Level Full: events of one agent, for round trips. */
export const EXCLUSIVE_EVENTS = [
  "config_change",
  "instructions_loaded",
  "task_created",
  "task_completed",
  "teammate_idle",
  "cwd_changed",
  "elicitation",
  "elicitation_result",
  "worktree_create",
  "worktree_remove",
  "file_created",
  "file_deleted",
  "before_task",
  "after_task",
  "manual_trigger",
  "windsurf_transcript_response",
  "windsurf_worktree_setup",
  "opencode_command_before",
  "opencode_command_after",
  "opencode_chat_params",
  "opencode_chat_headers",
  "opencode_shell_env",
  "opencode_tool_definition",
  "opencode_tui_events",
  "cursor_agent_thought",
  "cursor_tab_file_read",
  "cursor_tab_file_edit",
] as const;

/** Another spelling in older texts of the format. */
export const EVENT_ALIASES = { file_saved: "file_changed" } as const;

const KNOWN: ReadonlySet<string> = new Set([...CORE_EVENTS, ...EXTENDED_EVENTS, ...EXCLUSIVE_EVENTS]);

export function isKnownManifestEvent(name: string): boolean {
  return KNOWN.has(name);
}

/** Our event of that interchange name; `undefined` for one that we know only by name, or not at all. */
export function neutralEvent(name: string): EventName | undefined {
  return EVENT_NAMES.find((event) => EVENTS[event].interchange === name);
}

/** Whether it fires for one tool call, so that a matcher applies. */
export function hasTool(name: string): boolean {
  const event = neutralEvent(name);
  return event === undefined ? name === "permission_denied" : EVENTS[event].hasTool;
}

/** Whether a denial prevents something there. */
export function prevents(name: string): boolean {
  return meaningOf(neutralEvent(name))?.prevents === true;
}
