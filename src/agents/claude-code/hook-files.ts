import { tableOf } from "../../lookup.ts";
import { isObject, type Json } from "../../model/json.ts";
import { groupedEntries } from "../hook-entries.ts";
import { hookFilesOf, type EntryFields, sameKeys } from "../hook-files.ts";
import { DOUBLE_UNDERSCORES, namesOrPattern } from "../matcher-syntax.ts";
import { hookTime, LOCAL_SETTINGS, SETTINGS, tools } from "./payload.ts";

const FIELDS: EntryFields = {
  ...sameKeys("command", "args", "async", "statusMessage", "url", "headers", "allowedEnvVars", "prompt", "model"),
  type: { key: "type", words: { command: "command", http: "http", prompt: "prompt", agent: "agent" } },
  timeout: { key: "timeout", unit: "seconds" },
  failClosed: { key: "onFailure", value: "block" },
};

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "settings",
      format: "json",
      paths: { user: SETTINGS, project: SETTINGS },
      more: { project: [LOCAL_SETTINGS] },
      recognise: (_document, path) => (/(?:^|[/\\])\.claude[/\\]settings(?:\.local)?\.json$/.test(path) ? "certainly" : "possibly"),
      ...groupedEntries(),
      fields: FIELDS,
    },
    {
      name: "plugin",
      format: "json",
      paths: { project: "hooks/hooks.json" },
      isOfPlugin: true,
      alsoIn: { path: ".claude-plugin/plugin.json", key: "hooks" },
      recognise: (document, path) => (namesPluginFolder(document) && /(?:^|[/\\])hooks\.json$/.test(path) ? "certainly" : "no"),
      ...groupedEntries(),
      fields: FIELDS,
    },
  ],
  exclusive: tableOf({
    PostCompact: "after_compact",
    PermissionDenied: "permission_denied",
    FileChanged: "file_changed",
    ConfigChange: "config_change",
    InstructionsLoaded: "instructions_loaded",
    TaskCreated: "task_created",
    TaskCompleted: "task_completed",
    TeammateIdle: "teammate_idle",
    CwdChanged: "cwd_changed",
    Elicitation: "elicitation",
    ElicitationResult: "elicitation_result",
    WorktreeCreate: "worktree_create",
    WorktreeRemove: "worktree_remove",
  }),
  matcher: namesOrPattern({ mcp: DOUBLE_UNDERSCORES, tools, engine: "javascript", list: /^[a-zA-Z0-9_|, -]+$/, separator: /[|,]/ }),
  wordMatchers: ["SessionStart", "SessionEnd", "PreCompact", "PostCompact", "Notification", "SubagentStart", "SubagentStop"],
  filters: ["if", "once"],
  condition: "if",
  needs: tableOf<Json>({ args: null, shell: "bash" }),
  startsTogether: true,
  projectVariables: ["CLAUDE_PROJECT_DIR"],
  pluginVariables: ["CLAUDE_PLUGIN_ROOT", "CLAUDE_PLUGIN_DATA"],
  answersOnly: ["PermissionRequest"],
});

function namesPluginFolder(document: Json): boolean {
  return isObject(document) && JSON.stringify(document).includes("${CLAUDE_PLUGIN_ROOT}");
}
