/** Kiro CLI's hook events, as an agent file names them. Kiro reads exit codes and plain text, not JSON. */

import { FILE_KINDS } from "../../canonical/tool-fields.ts";
import { tableOf } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { EventFacts, ToolFacts } from "../agent.ts";
import { documented } from "../fact.ts";

const HOOKS = documented("https://kiro.dev/docs/cli/hooks/", "2026-11-15");

export const events = tableOf<EventFacts>({
  agentSpawn: { event: "SessionStart", can: can("context"), source: HOOKS },
  userPromptSubmit: { event: "UserPromptSubmit", can: can("context"), source: HOOKS, note: "exit code 2 only warns here" },
  preToolUse: {
    event: "PreToolUse",
    can: can("block"),
    source: HOOKS,
    note: "exit code 2 denies, and stderr is the reason the model reads; stdout is not documented",
  },
  postToolUse: { event: "PostToolUse", can: can(), source: HOOKS, note: "also for a tool that failed: see `tool_response.success`" },
  stop: { event: "Stop", can: can(), source: HOOKS, note: "cannot be refused" },
});

/** Kiro CLI's tools: the names in its payloads, the short names in its newer documentation, and the fields that Claude names differently. */
export const tools: ToolFacts = {
  names: tableOf({
    execute_bash: "shell",
    execute_cmd: "shell",
    shell: "shell",
    fs_read: "file_read",
    read: "file_read",
    // With another `command` than `create` it is an edit: see `payload.ts`.
    fs_write: "file_write",
    write: "file_write",
    str_replace: "file_edit",
    grep: "search",
    glob: "find",
    web_search: "web_search",
    web_fetch: "web_fetch",
    use_subagent: "agent",
    subagent: "agent",
  }),
  fields: [
    // One call reads several files.
    { claude: "file_path", in: "operations", native: "path", kinds: ["file_read"] },
    { claude: "file_path", native: "path", kinds: FILE_KINDS },
    { claude: "content", native: "file_text", kinds: ["file_write"] },
    // Kiro takes it where a new file's text is missing.
    { claude: "content", native: "new_str", kinds: ["file_write"] },
    { claude: "old_string", native: "old_str", kinds: ["file_edit"] },
    { claude: "new_string", native: "new_str", kinds: ["file_edit"] },
    { claude: "glob", native: "include", kinds: ["search"] },
  ],
  source: documented("https://kiro.dev/docs/cli/reference/built-in-tools/", "2026-11-15"),
};
