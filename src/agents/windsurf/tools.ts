/** Windsurf names only the tools of MCP servers; otherwise the event determines the tool. */

import type { ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    run_command: "shell",
    // A new file is an edit of nothing: see `tool-info.ts`.
    write_code: "file_edit",
    read_code: "file_read",
  }),
  fields: [
    { claude: "command", native: "command_line", of: ["run_command"] },
    // One write contains several edits.
    { claude: "old_string", in: "edits", native: "old_string", kinds: ["file_edit", "file_write"] },
    { claude: "new_string", in: "edits", native: "new_string", kinds: ["file_edit"] },
    { claude: "edits", native: "edits", of: ["write_code"] },
    { claude: "content", in: "edits", native: "new_string", kinds: ["file_write"] },
  ],
  source: documented("https://docs.windsurf.com/windsurf/cascade/hooks", "2026-11-15"),
};
