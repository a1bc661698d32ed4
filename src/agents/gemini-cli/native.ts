/** Gemini CLI's hook events. https://geminicli.com/docs/hooks/reference/ */

import { SEARCH_KINDS } from "../../canonical/tool-fields.ts";
import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, Source, ToolFacts } from "../agent.ts";

const measured: Source = { how: "measured", version: "0.61.0", date: "2026-11-15" };

const OWN: Source = { how: "measured", version: "0.61.0", date: "2026-11-18" };

export const events = tableOf<EventFacts>({
  SessionStart: { event: "SessionStart", can: can("context"), source: measured },
  BeforeAgent: { event: "UserPromptSubmit", can: can("block", "context", "stop"), source: measured },
  BeforeTool: {
    event: "PreToolUse",
    can: can("block", "ask", "rewrite", "stop"),
    source: measured,
    note: "context is ignored here and waits for the result of the tool",
  },
  AfterTool: {
    event: "PostToolUse",
    can: can("block", "context", "stop"),
    source: measured,
    note: "a block replaces the result by the reason; a failed tool carries no context; a denied one has no such event",
  },
  AfterAgent: { event: "Stop", can: can("block", "stop"), source: measured, note: "no limit of its own" },
  Notification: { event: "Notification", can: can(), source: measured },
  PreCompress: { event: "PreCompact", can: can(), source: measured, note: "fires before every request to the model" },
  SessionEnd: { event: "SessionEnd", can: can(), source: measured },
  BeforeModel: { can: can("block", "stop"), prevents: "the request to the model", source: OWN },
  AfterModel: {
    can: can("block", "stop"),
    prevents: "what the model answered: the run ends",
    source: OWN,
    note: "a denial alone only shows its reason, and the tool runs, so it is sent with `continue: false`",
  },
  BeforeToolSelection: { can: can(), showsNothing: true, source: OWN, note: "`toolConfig` limits the tools" },
});

/** Gemini CLI's tools and the fields that Claude names differently. */
export const tools: ToolFacts = {
  names: tableOf({
    run_shell_command: "shell",
    read_file: "file_read",
    write_file: "file_write",
    replace: "file_edit",
    grep_search: "search",
    search_file_content: "search",
    glob: "find",
    google_web_search: "web_search",
    web_fetch: "web_fetch",
    invoke_agent: "agent",
  }),
  // `save_memory` was removed in 0.61; older versions write a file with it.
  beside: tableOf({ save_memory: "file_write", read_many_files: "file_read" }),
  fields: [
    { claude: "replace_all", native: "allow_multiple", kinds: ["file_edit"] },
    { claude: "path", native: "dir_path", kinds: SEARCH_KINDS },
    { claude: "glob", native: "include_pattern", kinds: ["search"] },
    { claude: "subagent_type", native: "agent_name", kinds: ["agent"] },
    { claude: "content", native: "fact", of: ["save_memory"] },
    { claude: "file_path", of: ["save_memory"] },
    { claude: "file_path", in: "include", of: ["read_many_files"] },
    { claude: "file_path", in: "paths", of: ["read_many_files"] },
    // It fetches the addresses that it finds in its prompt.
    { claude: "url", of: ["web_fetch"] },
  ],
  source: { how: "measured", version: "0.61.0", date: "2026-11-15" },
};
