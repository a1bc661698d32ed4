/** Claude Code's tools. Its names and fields are the vocabulary of the symposium format, so nothing is renamed. */

import type { ToolFacts } from "../agent.ts";
import { tableOf } from "../../lookup.ts";

export const tools: ToolFacts = {
  names: tableOf({
    Bash: "shell",
    Read: "file_read",
    Write: "file_write",
    Edit: "file_edit",
    Grep: "search",
    Glob: "find",
    WebSearch: "web_search",
    WebFetch: "web_fetch",
    Agent: "agent",
    Task: "agent",
  }),
  fields: [],
  source: { how: "measured", version: "2.1.325", date: "2026-11-15" },
};
