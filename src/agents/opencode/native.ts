/**
 * The events that the plugin file reports, under the names it calls our program with: OpenCode's own, written with dashes. A session
 * with a parent is a subagent and has separate names. https://opencode.ai/docs/plugins/
 */

import type { PatchForm } from "../../canonical/patch-sections.ts";
import { FILE_KINDS } from "../../canonical/tool-fields.ts";
import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, Source, ToolFacts } from "../agent.ts";

const measured: Source = { how: "measured", version: "1.18.33", date: "2026-11-15" };

export const events = tableOf<EventFacts>({
  "session-created": {
    event: "SessionStart",
    can: can("context"),
    source: measured,
    note: "the text is in the system prompt of every request of the session; a resumed session begins with its next prompt",
  },
  "chat-message": {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    source: measured,
    note: "a blocked prompt ends the run; a subagent's task is not a prompt",
  },
  "tool-execute-before": {
    event: "PreToolUse",
    can: can("block", "rewrite"),
    source: measured,
    note: "there is no place for context: it waits for the result of the tool",
  },
  "tool-execute-after": {
    event: "PostToolUse",
    can: can("block", "context"),
    source: measured,
    note: "a block replaces the result by the reason; a tool that failed or was denied has no such event",
  },
  "session-idle": { event: "Stop", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "subagent-created": { event: "SubagentStart", can: can("context"), source: measured },
  "subagent-idle": { event: "SubagentStop", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "session-compacting": {
    event: "PreCompact",
    can: can(),
    source: measured,
    note: "`output.context` of a handler of OpenCode's own form reaches the model that writes the summary",
  },
  "permission-asked": { event: "Notification", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "session-error": { event: "ErrorOccurred", can: can(), source: measured, note: "OpenCode does not wait for the answer" },
  "session-end": {
    event: "SessionEnd",
    can: can(),
    source: measured,
    note: "when OpenCode disposes of its plugins, for every session that was used, and when a session is deleted",
  },
});

/** OpenCode's tools and the fields that Claude names differently. A patch is read in `tool-part.ts`. */

/** As its program reads it: a heading is at the start of its line, and needs no blank behind the colon. */
export const patchForm: PatchForm = { lines: /\n/, heading: /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/s };

export const tools: ToolFacts = {
  names: tableOf({
    bash: "shell",
    read: "file_read",
    write: "file_write",
    edit: "file_edit",
    apply_patch: "file_edit",
    grep: "search",
    glob: "find",
    websearch: "web_search",
    webfetch: "web_fetch",
    task: "agent",
  }),
  // Names in other versions.
  beside: tableOf({ shell: "shell", patch: "file_edit", multiedit: "file_edit" }),
  fields: [
    { claude: "file_path", native: "filePath", kinds: FILE_KINDS },
    { claude: "old_string", in: "edits", native: "oldString", of: ["multiedit"] },
    { claude: "new_string", in: "edits", native: "newString", of: ["multiedit"] },
    { claude: "replace_all", in: "edits", native: "replaceAll", of: ["multiedit"] },
    { claude: "edits", native: "edits", of: ["multiedit"] },
    { claude: "old_string", native: "oldString", of: ["edit"] },
    { claude: "new_string", native: "newString", of: ["edit"] },
    { claude: "replace_all", native: "replaceAll", of: ["edit"] },
    { claude: "glob", native: "include", of: ["grep"] },
  ],
  source: { how: "measured", version: "1.18.33", date: "2026-11-15" },
};
