/** Gemini CLI's tools and the fields that Claude names differently. */

import { SEARCH_KINDS } from "../../canonical/tool-fields.ts";
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
    { claude: "replace_all", native: "allow_multiple", kinds: ["file_edit"] },
    { claude: "path", native: "dir_path", kinds: SEARCH_KINDS },
    { claude: "glob", native: "include_pattern", kinds: ["search"] },
    { claude: "subagent_type", native: "agent_name", kinds: ["agent"] },
    { claude: "content", native: "fact", of: ["save_memory"] },
    { claude: "file_path", of: ["save_memory"] },
    { claude: "file_path", in: "include", of: ["read_many_files"] },
    { claude: "file_path", in: "paths", of: ["read_many_files"] },
    // It fetches the addresses that it finds in its prompt.
    { claude: "url", of: ["web_fetch"] },
  ],
  source: { how: "measured", version: "0.61.0", date: "2026-11-15" },
};
