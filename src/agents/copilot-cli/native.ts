/** Copilot CLI's hook events. https://docs.github.com/en/copilot/reference/hooks-reference */

import type { PatchForm } from "../../canonical/patch-sections.ts";
import { FILE_KINDS, SEARCH_KINDS } from "../../canonical/tool-fields.ts";
import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, Source, TextLimit, ToolFacts } from "../agent.ts";

const measured: Source = { how: "measured", version: "1.0.102", date: "2026-11-15" };

const documented: Source = {
  how: "documented",
  link: "https://docs.github.com/en/copilot/reference/hooks-reference",
  date: "2026-11-15",
};

/** Copilot silently cuts longer text. */
const AFTER_TOOL: TextLimit = { count: 10_240, unit: "characters" };

export const events = tableOf<EventFacts>({
  sessionStart: { event: "SessionStart", can: can("context"), source: measured },
  userPromptSubmitted: {
    event: "UserPromptSubmit",
    can: can("block", "context"),
    source: measured,
    note: "a subagent's task arrives here too, with `parentAgentId`, and is not a user's prompt",
  },
  preToolUse: { event: "PreToolUse", can: can("block", "ask", "rewrite", "context"), source: measured },
  permissionRequest: {
    event: "PermissionRequest",
    can: can("block"),
    source: measured,
    note: "fires with `--allow-all` too; every change of a file is called `edit` here and has a diff",
  },
  postToolUse: {
    event: "PostToolUse",
    can: can("block", "context"),
    contextLimit: AFTER_TOOL,
    source: measured,
    note: "a block replaces the result by the reason, and context beside it is dropped, so it goes into the reason",
  },
  postToolUseFailure: { event: "PostToolUseFailure", can: can("context"), contextLimit: AFTER_TOOL, source: measured },
  agentStop: {
    event: "Stop",
    can: can("block"),
    source: measured,
    note: "gives up after 8 blocks; a subagent's end arrives here too, with `parentAgentId`, where nothing can be blocked",
  },
  subagentStart: { event: "SubagentStart", can: can("context"), source: measured },
  subagentStop: { event: "SubagentStop", can: can("block"), source: measured, note: "no limit of its own" },
  preCompact: { event: "PreCompact", can: can(), source: measured },
  notification: { event: "Notification", can: can("context"), source: measured, note: "context gives the model one more turn" },
  errorOccurred: { event: "ErrorOccurred", can: can(), source: documented },
  sessionEnd: { event: "SessionEnd", can: can(), source: measured },
});

/** Copilot CLI's tools and the fields that Claude names differently. */

/** As its program reads it: blanks in front of a heading, one behind the colon; a carriage return ends a line. */
export const patchForm: PatchForm = {
  lines: /\r\n?|\n/,
  heading: /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/s,
};

export const tools: ToolFacts = {
  names: tableOf({
    bash: "shell",
    view: "file_read",
    create: "file_write",
    edit: "file_edit",
    apply_patch: "file_edit",
    grep: "search",
    rg: "search",
    glob: "find",
    web_search: "web_search",
    web_fetch: "web_fetch",
    task: "agent",
  }),
  // `read_bash`, `list_bash`, `stop_bash` and similar tools read a command's output or end it; they start nothing.
  beside: tableOf({
    powershell: "shell",
    local_shell: "shell",
    write_bash: "shell",
    write_powershell: "shell",
    str_replace_editor: "editor",
  }),
  fields: [
    { claude: "command", native: "input", of: ["write_bash", "write_powershell"] },
    { claude: "file_path", native: "path", kinds: FILE_KINDS },
    { claude: "content", native: "file_text", kinds: ["file_write"] },
    { claude: "old_string", native: "old_str", kinds: ["file_edit"] },
    { claude: "new_string", native: "new_str", kinds: ["file_edit"] },
    { claude: "path", in: "paths", kinds: SEARCH_KINDS },
    { claude: "path", native: "paths", kinds: SEARCH_KINDS },
    { claude: "path", native: "path", kinds: SEARCH_KINDS },
    { claude: "subagent_type", native: "agent_type", kinds: ["agent"] },
  ],
  source: { how: "measured", version: "1.0.102", date: "2026-11-15" },
};

/** Through Claude's files Copilot gives its own tools Claude's names; these are its usual names. */
export const NAMES_BEHIND = tableOf({
  Bash: "bash",
  PowerShell: "powershell",
  Read: "view",
  Write: "create",
  Edit: "edit",
  Grep: "grep",
  Glob: "glob",
  WebSearch: "web_search",
  WebFetch: "web_fetch",
  Agent: "task",
});
