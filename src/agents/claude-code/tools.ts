/** Claude Code's tools. Its names and fields are the vocabulary of the symposium format, so only the fields of rarer tools are renamed. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    Bash: "shell",
    Read: "file_read",
    Write: "file_write",
    Edit: "file_edit",
    Grep: "search",
    Glob: "find",
    WebSearch: "web_search",
    WebFetch: "web_fetch",
    Agent: "agent",
    Task: "agent",
  }),
  // `BashOutput`, `TaskStop` and similar tools read a command's output or end it; they start nothing.
  beside: tableOf({
    PowerShell: "shell",
    Monitor: "shell",
    REPL: "shell",
    AppifactRepl: "shell",
    self_hosted_runner_spawn_local: "shell",
    NotebookEdit: "file_edit",
    MultiEdit: "file_edit",
    memory_write: "file_write",
  }),
  lists: tableOf({ MultiEdit: "edits" }),
  fields: [
    { native: "code", claude: "command", of: ["REPL", "AppifactRepl"] },
    { native: "notebook_path", claude: "file_path", of: ["NotebookEdit"] },
    { native: "new_source", claude: "new_string", of: ["NotebookEdit"] },
    { native: "path", claude: "file_path", of: ["memory_write"] },
  ],
  source: { how: "measured", version: "2.1.325", date: "2026-11-15" },
};
