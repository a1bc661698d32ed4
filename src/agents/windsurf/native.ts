/**
 * Windsurf's hook events. Each kind of tool has its own, so several map to the same neutral event. Windsurf reads only exit codes: code 2
 * with a reason on stderr prevents an action.
 */

import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";

const HOOKS = documented("https://docs.windsurf.com/windsurf/cascade/hooks", "2026-11-15");

export const events = tableOf<EventFacts>({
  pre_user_prompt: { event: "UserPromptSubmit", can: can("block"), source: HOOKS },
  pre_run_command: { event: "PreToolUse", can: can("block"), source: HOOKS },
  pre_write_code: { event: "PreToolUse", can: can("block"), source: HOOKS },
  pre_read_code: { event: "PreToolUse", can: can("block"), source: HOOKS, note: "the path may be that of a folder" },
  pre_mcp_tool_use: { event: "PreToolUse", can: can("block"), source: HOOKS },
  post_run_command: { event: "PostToolUse", can: can(), source: HOOKS, note: "without the command's output" },
  post_write_code: { event: "PostToolUse", can: can(), source: HOOKS },
  post_read_code: { event: "PostToolUse", can: can(), source: HOOKS },
  post_mcp_tool_use: { event: "PostToolUse", can: can(), source: HOOKS },
  post_cascade_response: { event: "Stop", can: can(), source: HOOKS, note: "fires after the response, and cannot be refused" },
  post_cascade_response_with_transcript: { can: can(), source: HOOKS, note: "fires with it, with a file instead of the text" },
  post_setup_worktree: { can: can(), source: HOOKS },
});

/** Windsurf names only the tools of MCP servers; otherwise the event determines the tool. */
export const tools: ToolFacts = {
  names: tableOf({
    run_command: "shell",
    // A new file is an edit of nothing: see `tool-info.ts`.
    write_code: "file_edit",
    read_code: "file_read",
  }),
  fields: [
    { claude: "command", native: "command_line", of: ["run_command"] },
    // One write contains several edits.
    { claude: "old_string", in: "edits", native: "old_string", kinds: ["file_edit", "file_write"] },
    { claude: "new_string", in: "edits", native: "new_string", kinds: ["file_edit"] },
    { claude: "edits", native: "edits", of: ["write_code"] },
    { claude: "content", in: "edits", native: "new_string", kinds: ["file_write"] },
  ],
  source: documented("https://docs.windsurf.com/windsurf/cascade/hooks", "2026-11-15"),
};
