/** goose's tools and the fields that Claude names differently. None of them reads a file. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    shell: "shell",
    write: "file_write",
    edit: "file_edit",
    delegate: "agent",
  }),
  // Tools of goose's own extensions, and the names that older versions give the tools above.
  beside: tableOf({
    execute_typescript: "shell",
    code_execution__execute_typescript: "shell",
    computercontroller__automation_script: "shell",
    computercontroller__computer_control: "shell",
    developer__shell: "shell",
    computercontroller__docx_tool: "file_edit",
    computercontroller__xlsx_tool: "file_edit",
    memory__remember_memory: "file_write",
    memory__remove_memory_category: "file_edit",
    memory__remove_specific_memory: "file_edit",
    apps__create_app: "file_write",
    apps__iterate_app: "file_edit",
    apps__delete_app: "file_edit",
    developer__text_editor: "editor",
    text_editor: "editor",
    computercontroller__web_scrape: "web_fetch",
    read_image: "file_read",
    orchestrator__start_agent: "agent",
  }),
  fields: [
    { native: "path", claude: "file_path" },
    { native: "before", claude: "old_string" },
    { native: "after", claude: "new_string" },
    { native: "instructions", claude: "prompt" },
    { native: "source", claude: "subagent_type", of: ["delegate"] },
    { native: "source", claude: "file_path", of: ["read_image"] },
    { native: "code", claude: "command", of: ["execute_typescript", "code_execution__execute_typescript"] },
    { native: "script", claude: "command", of: ["computercontroller__automation_script", "computercontroller__computer_control"] },
    { native: "file_text", claude: "content" },
    { native: "old_str", claude: "old_string" },
    { native: "new_str", claude: "new_string" },
    { native: "data", claude: "content", of: ["memory__remember_memory"] },
  ],
  source: { how: "measured", version: "1.52.0", date: "2026-11-15" },
};

/** Extensions that are part of goose: their tools are named as those of MCP servers are. */
export const OWN_EXTENSIONS: ReadonlySet<string> = new Set([
  "apps",
  "chatrecall",
  "code_execution",
  "extensionmanager",
  "orchestrator",
  "todo",
]);

/** The tools that this code calls fire no events, so Symposium asks the guards on all of them. */
export const CODE: ReadonlySet<string> = new Set(["execute_typescript", "code_execution__execute_typescript"]);
