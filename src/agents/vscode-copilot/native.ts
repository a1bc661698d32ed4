/** The hook events of VS Code's own agent: Claude's names and answers, but the refusal of a stop is elsewhere. */

import { FILE_KINDS, SEARCH_KINDS } from "../../canonical/tool-fields.ts";
import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";

const REFERENCE = documented("https://code.visualstudio.com/docs/agents/reference/hooks-reference", "2026-11-15");
/** The published source of the extension. */
const SOURCE = documented("https://github.com/microsoft/vscode/tree/main/extensions/copilot/src/extension", "2026-11-15");

export const events = tableOf<EventFacts>({
  SessionStart: {
    event: "SessionStart",
    can: can("context"),
    source: SOURCE,
    note: "`continue: false` does not end the run and voids the answer",
  },
  UserPromptSubmit: {
    event: "UserPromptSubmit",
    can: can("block", "context", "stop"),
    source: SOURCE,
    note: "the documentation has neither decision nor context here; the source reads both",
  },
  PreToolUse: {
    event: "PreToolUse",
    can: can("block", "ask", "rewrite", "context", "stop"),
    source: REFERENCE,
    note: "an input that does not fit the tool's schema is dropped, and the old one runs",
  },
  PostToolUse: { event: "PostToolUse", can: can("block", "context", "stop"), source: REFERENCE },
  Stop: { event: "Stop", can: can("block", "stop"), source: REFERENCE, note: "no limit of its own" },
  SubagentStart: { event: "SubagentStart", can: can("context"), source: REFERENCE, note: "`continue: false` voids the answer" },
  SubagentStop: {
    event: "SubagentStop",
    can: can("block", "stop"),
    source: SOURCE,
    note: "the documentation shows the decision at the top; the source reads it nested, as at `Stop`",
  },
  PreCompact: { event: "PreCompact", can: can(), silent: true, source: SOURCE, note: "VS Code ignores the answer, including a message" },
});

/** Tools of VS Code's own agent: the names in its payloads and its documentation, and the fields that Claude names differently. */
const TASKS = ["create_and_run_task", "createAndRunTask"];
/** Their input names what runs, and is not a command line. */
const WITHOUT_COMMAND = [
  ...["run_task", "run_vs_code_task", "runTask", "run_notebook_cell", "runNotebookCell"],
  ...["runTests", "run_vscode_command", "install_python_packages"],
];

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
    { claude: "command", in: "task", native: "command", of: TASKS },
    { claude: "command", of: WITHOUT_COMMAND },
    { claude: "file_path", in: "replacements", native: "filePath", of: ["multi_replace_string_in_file"] },
    { claude: "old_string", in: "replacements", native: "oldString", of: ["multi_replace_string_in_file"] },
    { claude: "new_string", in: "replacements", native: "newString", of: ["multi_replace_string_in_file"] },
    { claude: "file_path", in: "files", of: ["editFiles", "edit_file"] },
    { claude: "files", native: "files", of: ["editFiles", "edit_file"] },
    { claude: "file_path", native: "path", of: ["memory"] },
    { claude: "content", native: "file_text", of: ["memory"] },
    { claude: "old_string", native: "old_str", of: ["memory"] },
    { claude: "new_string", native: "new_str", of: ["memory"] },
    { claude: "file_path", native: "filePath", kinds: FILE_KINDS },
    { claude: "old_string", native: "oldString", kinds: ["file_edit"] },
    { claude: "new_string", native: "newCode", of: ["edit_notebook_file", "editNotebook"] },
    { claude: "new_string", native: "code", of: ["insert_edit_into_file", "edit_file", "editFiles"] },
    { claude: "new_string", native: "newString", kinds: ["file_edit"] },
    { claude: "pattern", native: "query", kinds: SEARCH_KINDS },
    { claude: "glob", native: "includePattern", kinds: ["search"] },
    { claude: "url", in: "urls", of: ["fetch_webpage", "fetch"] },
    { claude: "subagent_type", native: "agentName", kinds: ["agent"] },
  ],
  source: documented("https://code.visualstudio.com/docs/agent-customization/hooks", "2026-11-15"),
};
