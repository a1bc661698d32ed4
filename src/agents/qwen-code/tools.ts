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
    { native: "is_background", claude: "run_in_background" },
    { native: "source", claude: "command", of: ["exec"] },
    { native: "notebook_path", claude: "file_path", of: ["notebook_edit"] },
    { native: "new_source", claude: "new_string", of: ["notebook_edit"] },
    { native: "fact", claude: "content", of: ["save_memory"] },
  ],
  source: { how: "measured", version: "0.24.4", date: "2026-11-15" },
};
