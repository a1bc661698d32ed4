/** Qwen Code's hook events. https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks */

import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, Source, ToolFacts } from "../agent.ts";

const measured: Source = { how: "measured", version: "0.24.4", date: "2026-11-15" };
const documented: Source = {
  how: "documented",
  link: "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks",
  date: "2026-11-15",
};

const OWN: Source = { how: "measured", version: "0.24.4", date: "2026-11-18" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context"), text: "context", source: measured },
  UserPromptSubmit: {
    event: "UserPromptSubmit",
    can: can("block", "context", "stop"),
    text: "context",
    source: measured,
    note: "fires again with an empty prompt after each tool turn, and with the reason of a blocked stop; neither is the user's",
  },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block", "ask"),
    source: measured,
    note: "context is ignored here and waits for the result of the tool; without a terminal a question is a denial",
  },
  PermissionRequest: {
    event: "PermissionRequest",
    can: can("block"),
    source: measured,
    note: "fires on a terminal and over the SDK's protocol; without either the call is declined and no hook is asked",
  },
  PostToolUse: {
    event: "PostToolUse",
    can: can("block", "context"),
    source: measured,
    note: "`decision` is ignored; `continue: false` replaces the result by its reason, and the run goes on",
  },
  PostToolUseFailure: { event: "PostToolUseFailure", can: can("context"), source: measured },
  Stop: { event: "Stop", can: can("block"), source: measured, note: "`continue: false` blocks too; eight blocks end the turn" },
  SubagentStart: { event: "SubagentStart", can: can(), source: measured, note: "context reaches no model" },
  SubagentStop: { event: "SubagentStop", can: can("block"), source: measured, note: "`continue: false` blocks too" },
  Notification: { event: "Notification", can: can(), source: measured },
  PreCompact: { event: "PreCompact", can: can(), source: documented },
  SessionEnd: {
    event: "SessionEnd",
    can: can(),
    source: measured,
    note: "fires when an interactive session ends, not without a terminal",
  },
  StopFailure: { event: "ErrorOccurred", can: can(), source: documented },
  PostToolBatch: {
    can: can("block", "context"),
    source: OWN,
    note: "a block adds its reason to the results, and so does `continue: false`",
  },
  MessageDisplay: { can: can(), source: measured, note: "fires while the reply is written" },
  InstructionsLoaded: { can: can(), source: measured },
  UserPromptExpansion: { can: can("block", "context"), prevents: "the command from becoming a prompt", text: "context", source: OWN },
  PermissionDenied: { can: can(), source: documented },
  PostCompact: { can: can(), source: documented },
  SessionDelete: { can: can(), source: documented },
  TodoCreated: { can: can("block"), prevents: "the change of the list", source: documented },
  TodoCompleted: { can: can("block"), prevents: "the change of the list", source: documented },
});

/** Qwen Code's tools: Gemini's names with Claude's fields. A tool reached through `tool_call` arrives under its own name. */
export const tools: ToolFacts = {
  names: tableOf({
    run_shell_command: "shell",
    read_file: "file_read",
    write_file: "file_write",
    edit: "file_edit",
    grep_search: "search",
    glob: "find",
    web_search: "web_search",
    web_fetch: "web_fetch",
    agent: "agent",
  }),
  beside: tableOf({
    monitor: "shell",
    exec: "shell",
    notebook_edit: "file_edit",
    replace: "file_edit",
    save_memory: "file_write",
  }),
  fields: [
    { claude: "run_in_background", native: "is_background", kinds: ["shell"] },
    { claude: "command", native: "source", of: ["exec"] },
    { claude: "file_path", native: "notebook_path", of: ["notebook_edit"] },
    { claude: "new_string", native: "new_source", of: ["notebook_edit"] },
    { claude: "old_string", of: ["notebook_edit"] },
    { claude: "content", native: "fact", of: ["save_memory"] },
    { claude: "file_path", of: ["save_memory"] },
  ],
  source: { how: "measured", version: "0.24.4", date: "2026-11-15" },
};
