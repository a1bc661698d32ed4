/** Cursor's tools as its hooks name them. An edit arrives as `Write`, with the whole new text. */

import type { ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    Shell: "shell",
    Read: "file_read",
    Write: "file_write",
    Grep: "search",
    Glob: "find",
    Fetch: "web_fetch",
    WebFetch: "web_fetch",
    WebSearch: "web_search",
    Task: "agent",
  }),
  // The payload has only the length of what is typed into a running command.
  beside: tableOf({ WriteShellStdin: "shell", Delete: "file_edit" }),
  fields: [
    { claude: "path", native: "file_path", of: ["Grep"] },
    { claude: "command", of: ["WriteShellStdin"] },
    { claude: "old_string", of: ["Delete"] },
    { claude: "new_string", of: ["Delete"] },
  ],
  source: documented("https://www.npmjs.com/package/@cursor/sdk/v/1.0.32", "2026-11-15"),
};

/**
 * The rewritten fields that Cursor applies to tools it runs on this machine; it silently drops all others. MCP tools accept every
 * field, and so does the service that runs the tools not listed.
 */
export const REPLACEABLE = tableOf<readonly string[]>({
  Shell: ["command", "cwd", "timeout"],
  Read: ["file_path"],
  Write: ["file_path"],
  Delete: ["file_path"],
  List: ["file_path"],
  ReadLints: ["file_path"],
  Grep: ["pattern", "file_path"],
  Fetch: ["url"],
  WriteShellStdin: [],
  ComputerUse: [],
  RecordScreen: [],
});
