import { groupedEntries, recognisedBy } from "../hook-entries.ts";
import { hookFilesOf } from "../hook-files.ts";
import { searchedPattern } from "../matcher-syntax.ts";
import { events, hookTime, tools } from "./payload.ts";

export const hookFiles = hookFilesOf(hookTime, {
  forms: [
    {
      name: "plugin",
      format: "json",
      paths: { user: ".agents/plugins/*/hooks/hooks.json", project: ".agents/plugins/*/hooks/hooks.json" },
      isOfPlugin: true,
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.agents[/\\]plugins[/\\][^/\\]+[/\\]hooks[/\\]hooks\.json$/,
        events,
        ownEvents: ["PreToolUseResult", "BeforeShellExecution", "AfterShellExecution", "BeforeReadFile", "AfterFileEdit"],
      }),
      ...groupedEntries(),
      fields: {
        type: { key: "type", words: { command: "command" }, assumed: "command" },
        command: "command",
        timeout: { key: "timeout", unit: "seconds", whole: true },
        failClosed: { key: "on_failure", value: "block" },
      },
    },
  ],
  // Their matcher is compared with the command or the file's path.
  split: [
    { native: "BeforeShellExecution", event: "before_tool_execute", matcher: "shell" },
    { native: "AfterShellExecution", event: "after_tool_execute", matcher: "shell" },
    { native: "BeforeReadFile", event: "before_tool_execute", matcher: "file_read" },
    { native: "AfterFileEdit", event: "after_tool_execute", matcher: ["file_write", "file_edit"] },
  ],
  matcher: searchedPattern({ mcp: { before: "", between: "__" }, tools, engine: "rust", star: "nothing" }),
  pluginVariables: ["PLUGIN_ROOT"],
});
