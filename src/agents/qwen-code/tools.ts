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
  fields: [{ native: "is_background", claude: "run_in_background" }],
  source: { how: "measured", version: "0.24.4", date: "2026-11-15" },
};
