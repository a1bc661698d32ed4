import { tableOf } from "../../lookup.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { toolNames } from "../facts.ts";
import { groupedEntries, recognisedBy, withEntries } from "../hook-entries.ts";
import { hookFilesOf, sameKeys } from "../hook-files.ts";
import { DOUBLE_UNDERSCORES, searchedPattern } from "../matcher-syntax.ts";
import { events, hookTime, SETTINGS, tools } from "./payload.ts";

/** Other names that a matcher may have for a tool: those that Qwen Code shows, those of older versions, and Claude's. */
const ALIASES = toolNames({
  run_shell_command: ["Bash", "Shell", "ShellTool"],
  read_file: ["Read", "ReadFile", "ReadFileTool"],
  write_file: ["Write", "WriteFile", "WriteFileTool"],
  edit: ["Edit", "EditTool", "replace"],
  grep_search: ["Grep", "GrepTool", "SearchFiles", "search_file_content"],
  glob: ["Glob", "GlobTool", "FindFiles"],
  web_search: ["WebSearch", "WebSearchTool"],
  web_fetch: ["WebFetch", "WebFetchTool"],
  agent: ["Agent", "AgentTool", "Task", "TaskTool", "task"],
});

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "settings",
      format: "json",
      paths: { user: SETTINGS, project: SETTINGS },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.qwen[/\\]settings\.json$/,
        events,
        ownEvents: ["TodoCreated", "TodoCompleted", "SessionDelete"],
      }),
      ...withEntries(groupedEntries({}, ["hooks"], ["enabled", "disabled", "notifications"]), numericTimeout),
      fields: {
        ...sameKeys("command", "env", "async", "statusMessage", "name", "url", "headers", "allowedEnvVars", "prompt", "model"),
        type: { key: "type", words: { command: "command", http: "http", prompt: "prompt" } },
        timeout: { key: "timeout", unit: "seconds", millisecondsFrom: 1000 },
      },
    },
  ],
  exclusive: tableOf({ PostCompact: "after_compact", PermissionDenied: "permission_denied", InstructionsLoaded: "instructions_loaded" }),
  matcher: searchedPattern({
    mcp: DOUBLE_UNDERSCORES,
    tools,
    aliases: ALIASES,
    engine: "javascript",
    star: "everything",
    readsLists: true,
  }),
  wordMatchers: ["SessionStart", "SessionEnd", "PreCompact", "PostCompact", "Notification", "SubagentStart", "SubagentStop"],
  filters: ["once"],
  needs: tableOf<Json>({ shell: "bash" }),
  expandsText: true,
  startsTogether: true,
  projectVariables: ["QWEN_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  answersOnly: ["PostToolUse"],
});

function numericTimeout(entry: JsonObject): JsonObject {
  const { timeout } = entry;
  return typeof timeout === "string" && Number(timeout) > 0 ? { ...entry, timeout: Number(timeout) } : entry;
}
