/** Qwen Code's tools: Gemini's names with Claude's fields. A tool reached through `tool_call` arrives under its own name. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

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
