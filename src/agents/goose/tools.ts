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
  fields: [
    { native: "path", claude: "file_path" },
    { native: "before", claude: "old_string" },
    { native: "after", claude: "new_string" },
    { native: "instructions", claude: "prompt" },
    { native: "source", claude: "subagent_type" },
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
