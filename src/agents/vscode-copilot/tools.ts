/** Tools of VS Code's own agent: the names in its payloads and its documentation, and the fields that Claude names differently. */

import type { ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    run_in_terminal: "shell",
    runInTerminal: "shell",
    runTerminalCommand: "shell",
    read_file: "file_read",
    readFile: "file_read",
    create_file: "file_write",
    createFile: "file_write",
    replace_string_in_file: "file_edit",
    multi_replace_string_in_file: "file_edit",
    insert_edit_into_file: "file_edit",
    edit_file: "file_edit",
    editFiles: "file_edit",
    // Its input is a patch: see `tool-input.ts`.
    apply_patch: "file_edit",
    grep_search: "search",
    textSearch: "search",
    file_search: "find",
    fileSearch: "find",
    fetch_webpage: "web_fetch",
    fetch: "web_fetch",
    runSubagent: "agent",
  }),
  // From https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/toolNames.ts (2026-11-16).
  beside: tableOf({
    send_to_terminal: "shell",
    create_and_run_task: "shell",
    createAndRunTask: "shell",
    run_task: "shell",
    run_vs_code_task: "shell",
    runTask: "shell",
    run_notebook_cell: "shell",
    runNotebookCell: "shell",
    runTests: "shell",
    run_vscode_command: "shell",
    install_python_packages: "shell",
    execution_subagent: "agent",
    edit_notebook_file: "file_edit",
    editNotebook: "file_edit",
    vscode_renameSymbol: "file_edit",
    create_new_jupyter_notebook: "file_write",
    memory: "editor",
    open_simple_browser: "web_fetch",
    open_browser_page: "web_fetch",
  }),
  fields: [
    { native: "filePath", claude: "file_path" },
    { native: "path", claude: "file_path" },
    { native: "oldString", claude: "old_string" },
    { native: "newString", claude: "new_string" },
    { native: "code", claude: "new_string" },
    { native: "query", claude: "pattern", unless: ["urls"] },
    { native: "includePattern", claude: "glob" },
    { native: "agentName", claude: "subagent_type" },
    { native: "newCode", claude: "new_string", of: ["edit_notebook_file", "editNotebook"] },
  ],
  source: documented("https://code.visualstudio.com/docs/agent-customization/hooks", "2026-11-15"),
};
