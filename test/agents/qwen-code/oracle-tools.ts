/** Qwen Code 0.24.4 (measured): Claude's names, with which `path`, `filePath` and `absolute_path` beside them do nothing. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

export const toolOracle: ToolOracle = {
  tools: {
    run_shell_command: law("Bash"),
    monitor: law("Bash"),
    exec: law("Bash", { command: "source" }),
    read_file: law("Read"),
    write_file: law("Write"),
    save_memory: law("Write", { file_path: null, content: "fact" }),
    edit: law("Edit"),
    replace: law("Edit"),
    notebook_edit: law("Edit", { file_path: "notebook_path", old_string: null, new_string: "new_source" }),
    grep_search: law("Grep"),
    glob: law("Glob"),
    web_search: law("WebSearch"),
    web_fetch: law("WebFetch"),
    agent: law("Agent"),
  },
};
