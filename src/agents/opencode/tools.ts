/** OpenCode's tools and the fields that Claude names differently. A patch is read in `tool-part.ts`. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    bash: "shell",
    read: "file_read",
    write: "file_write",
    edit: "file_edit",
    apply_patch: "file_edit",
    grep: "search",
    glob: "find",
    websearch: "web_search",
    webfetch: "web_fetch",
    task: "agent",
  }),
  // Names in other versions.
  beside: tableOf({ shell: "shell", patch: "file_edit", multiedit: "file_edit" }),
  lists: tableOf({ multiedit: "edits" }),
  fields: [
    { native: "filePath", claude: "file_path" },
    { native: "oldString", claude: "old_string" },
    { native: "newString", claude: "new_string" },
    { native: "replaceAll", claude: "replace_all" },
    { native: "include", claude: "glob" },
  ],
  source: { how: "measured", version: "1.18.33", date: "2026-11-15" },
};
