/** Kiro CLI, from its documentation: one tool reads a list of files, another creates and changes one. */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

const READ = { file_path: [{ in: "operations", at: "path" }, "path"] };
const EDIT = { file_path: "path", old_string: "old_str", new_string: "new_str" };

export const toolOracle: ToolOracle = {
  tools: {
    execute_bash: law("Bash"),
    execute_cmd: law("Bash"),
    shell: law("Bash"),
    fs_read: law("Read", READ),
    read: law("Read", READ),
    fs_write: law("Write", { file_path: "path", content: ["file_text", "new_str"] }, { command: "create" }),
    write: law("Edit", EDIT, { command: "str_replace" }),
    str_replace: law("Edit", EDIT),
    grep: law("Grep", { glob: "include" }),
    glob: law("Glob"),
    web_search: law("WebSearch"),
    web_fetch: law("WebFetch"),
    use_subagent: law("Agent"),
    subagent: law("Agent"),
  },
};
