/** goose 1.52.0: its tools take `path`, `before` and `after`, and pass over every other field (measured with calls that have all names). */

import { law, type ToolOracle } from "../../oracles/tool-law.ts";

const EDITOR = { file_path: "path", content: "file_text", old_string: "old_str", new_string: "new_str" };
const NO_FILE = { file_path: null, old_string: null, new_string: null };

export const toolOracle: ToolOracle = {
  tools: {
    shell: law("Bash"),
    write: law("Write", { file_path: "path" }),
    edit: law("Edit", { file_path: "path", old_string: "before", new_string: "after" }),
    delegate: law("Agent", { prompt: "instructions", subagent_type: "source" }),
    execute_typescript: law("Bash", { command: "code" }),
    code_execution__execute_typescript: law("Bash", { command: "code" }),
    computercontroller__automation_script: law("Bash", { command: "script" }),
    computercontroller__computer_control: law("Bash", { command: "script" }),
    developer__shell: law("Bash"),
    computercontroller__docx_tool: law("Edit", { file_path: "path", content: "content", old_string: null, new_string: null }),
    computercontroller__xlsx_tool: law("Edit", { file_path: "path", old_string: null, new_string: null }),
    memory__remember_memory: law("Write", { file_path: null, content: "data" }),
    memory__remove_memory_category: law("Edit", NO_FILE),
    memory__remove_specific_memory: law("Edit", NO_FILE),
    apps__create_app: law("Write", { file_path: null, content: "prd" }),
    apps__iterate_app: law("Edit", NO_FILE),
    apps__delete_app: law("Edit", NO_FILE),
    developer__text_editor: law("Edit", EDITOR, { command: "str_replace" }),
    text_editor: law("Write", EDITOR, { command: "write" }),
    computercontroller__web_scrape: law("WebFetch"),
    read_image: law("Read", { file_path: "source" }),
    orchestrator__start_agent: law("Agent"),
  },
};
