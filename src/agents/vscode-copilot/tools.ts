/** Tools of VS Code's own agent: the names its payloads use and those of its pages, and the fields that Claude names differently. */

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
  fields: [
    { native: "filePath", claude: "file_path" },
    { native: "path", claude: "file_path" },
    { native: "oldString", claude: "old_string" },
    { native: "newString", claude: "new_string" },
    { native: "code", claude: "new_string" },
    { native: "query", claude: "pattern", unless: ["urls"] },
    { native: "includePattern", claude: "glob" },
    { native: "agentName", claude: "subagent_type" },
  ],
  source: documented("https://code.visualstudio.com/docs/agent-customization/hooks", "2026-11-15"),
};
