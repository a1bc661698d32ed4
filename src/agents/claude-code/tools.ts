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
  fields: [
    { claude: "command", native: "code", of: ["REPL", "AppifactRepl"] },
    // It watches a command, or listens to a socket.
    { claude: "url", in: "ws", native: "url", of: ["Monitor"] },
    { claude: "file_path", native: "notebook_path", of: ["NotebookEdit"] },
    { claude: "new_string", native: "new_source", of: ["NotebookEdit"] },
    { claude: "old_string", of: ["NotebookEdit"] },
    { claude: "old_string", in: "edits", native: "old_string", of: ["MultiEdit"] },
    { claude: "new_string", in: "edits", native: "new_string", of: ["MultiEdit"] },
    { claude: "replace_all", in: "edits", native: "replace_all", of: ["MultiEdit"] },
    { claude: "edits", native: "edits", of: ["MultiEdit"] },
    { claude: "file_path", native: "path", of: ["memory_write"] },
  ],
  source: { how: "measured", version: "2.1.325", date: "2026-11-15" },
};
