/** Gemini CLI's tools and the fields that Claude names differently. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    run_shell_command: "shell",
    read_file: "file_read",
    write_file: "file_write",
    replace: "file_edit",
    grep_search: "search",
    search_file_content: "search",
    glob: "find",
    google_web_search: "web_search",
    web_fetch: "web_fetch",
    invoke_agent: "agent",
  }),
  // `save_memory` was removed in 0.61; older versions write a file with it.
  beside: tableOf({ save_memory: "file_write", read_many_files: "file_read" }),
  fields: [
    { native: "allow_multiple", claude: "replace_all" },
    { native: "dir_path", claude: "path", unless: ["command"] },
    { native: "include_pattern", claude: "glob" },
    { native: "agent_name", claude: "subagent_type" },
    { native: "fact", claude: "content", of: ["save_memory"] },
  ],
  source: { how: "measured", version: "0.61.0", date: "2026-11-15" },
};
