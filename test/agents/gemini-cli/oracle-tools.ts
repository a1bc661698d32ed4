/** Gemini CLI 0.61.0 (measured): Claude's names for files; a search looks in `dir_path` and ignores `path`; it fetches what its prompt names. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

const GREP = { path: "dir_path", glob: "include_pattern" };

export const toolOracle: ToolOracle = {
  tools: {
    run_shell_command: law("Bash"),
    read_file: law("Read"),
    read_many_files: law("Read", { file_path: [{ in: "include" }, { in: "paths" }] }),
    write_file: law("Write"),
    save_memory: law("Write", { file_path: null, content: "fact" }),
    replace: law("Edit", { replace_all: "allow_multiple" }),
    grep_search: law("Grep", GREP),
    search_file_content: law("Grep", GREP),
    glob: law("Glob", { path: "dir_path" }),
    google_web_search: law("WebSearch"),
    web_fetch: law("WebFetch", { url: null }),
    invoke_agent: law("Agent", { subagent_type: "agent_name" }),
  },
};
