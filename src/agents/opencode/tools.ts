/** OpenCode's tools and the fields that Claude names differently. A patch is read in `tool-part.ts`. */

import type { PatchForm } from "../../canonical/patch-sections.ts";
import { FILE_KINDS } from "../../canonical/tool-fields.ts";
import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

/** As its program reads it: a heading is at the start of its line, and needs no blank behind the colon. */
export const patchForm: PatchForm = { lines: /\n/, heading: /^\*\*\* (Add File|Update File|Delete File|Move to):(.*)$/s };

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
  fields: [
    { claude: "file_path", native: "filePath", kinds: FILE_KINDS },
    { claude: "old_string", in: "edits", native: "oldString", of: ["multiedit"] },
    { claude: "new_string", in: "edits", native: "newString", of: ["multiedit"] },
    { claude: "replace_all", in: "edits", native: "replaceAll", of: ["multiedit"] },
    { claude: "edits", native: "edits", of: ["multiedit"] },
    { claude: "old_string", native: "oldString", of: ["edit"] },
    { claude: "new_string", native: "newString", of: ["edit"] },
    { claude: "replace_all", native: "replaceAll", of: ["edit"] },
    { claude: "glob", native: "include", of: ["grep"] },
  ],
  source: { how: "measured", version: "1.18.33", date: "2026-11-15" },
};
