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
  fields: [{ native: "command_line", claude: "command", of: ["run_command"] }],
  source: documented("https://docs.windsurf.com/windsurf/cascade/hooks", "2026-11-15"),
};
