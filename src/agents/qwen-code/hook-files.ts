import { tableOf } from "../../lookup.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { groupedEntries, recognisedBy, withEntries } from "../hook-entries.ts";
import { denialOf, type HookFiles } from "../hook-files.ts";
import { DOUBLE_UNDERSCORES, searchedPattern } from "../matcher-syntax.ts";
import { events, hookTime, SETTINGS, tools } from "./payload.ts";

/** Other names that a matcher may have for a tool: those that it shows, those of older versions, and Claude's. */
const ALIASES = tableOf({
  Bash: "run_shell_command",
  Shell: "run_shell_command",
  ShellTool: "run_shell_command",
  Read: "read_file",
  ReadFile: "read_file",
  ReadFileTool: "read_file",
  Write: "write_file",
  WriteFile: "write_file",
  WriteFileTool: "write_file",
  Edit: "edit",
  EditTool: "edit",
  replace: "edit",
  Grep: "grep_search",
  GrepTool: "grep_search",
  SearchFiles: "grep_search",
  search_file_content: "grep_search",
  Glob: "glob",
  GlobTool: "glob",
  FindFiles: "glob",
  WebSearch: "web_search",
  WebSearchTool: "web_search",
  WebFetch: "web_fetch",
  WebFetchTool: "web_fetch",
  Agent: "agent",
  AgentTool: "agent",
  Task: "agent",
  TaskTool: "agent",
  task: "agent",
});

export const hookFiles: HookFiles = {
  agent: "qwen-code",
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
        type: { key: "type", words: { command: "command", http: "http", prompt: "prompt" } },
        command: "command",
        timeout: { key: "timeout", unit: "seconds", millisecondsFrom: 1000 },
        env: "env",
        async: "async",
        statusMessage: "statusMessage",
        name: "name",
        url: "url",
        headers: "headers",
        allowedEnvVars: "allowedEnvVars",
        prompt: "prompt",
        model: "model",
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
  denial: denialOf(hookTime),
};

/** A number in quotes counts too. */
function numericTimeout(entry: JsonObject): JsonObject {
  const { timeout } = entry;
  return typeof timeout === "string" && Number(timeout) > 0 ? { ...entry, timeout: Number(timeout) } : entry;
}
