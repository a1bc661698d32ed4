/** Copilot CLI's tools and the fields that Claude names differently. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

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
    { native: "input", claude: "command", of: ["write_bash", "write_powershell"] },
    { native: "path", claude: "file_path", unless: ["pattern"] },
    { native: "file_text", claude: "content" },
    { native: "old_str", claude: "old_string" },
    { native: "new_str", claude: "new_string" },
    { native: "paths", claude: "path" },
    { native: "agent_type", claude: "subagent_type" },
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
