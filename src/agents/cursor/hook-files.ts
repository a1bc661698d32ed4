import { tableOf } from "../../lookup.ts";
import { denialOf, type HookFiles } from "../hook-files.ts";
import { recognisedBy } from "../hook-shapes/recognise.ts";
import { foundPattern } from "./hook-matcher.ts";
import { COMMAND_MATCHER, hooksJson, withoutCommentMarks } from "./hooks-json.ts";
import { events } from "./events.ts";
import { hookTime } from "./payload.ts";

export const hookFiles: HookFiles = {
  agent: "cursor",
  forms: [
    {
      name: "hooks",
      format: "json",
      paths: { user: ".cursor/hooks.json", project: ".cursor/hooks.json" },
      recognise: recognisedBy({
        file: /(?:^|[/\\])\.?cursor[/\\]hooks\.json$/,
        events,
        ownEvents: ["beforeSubmitPrompt", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "afterFileEdit"],
        ownKeys: ["loop_limit", "failClosed"],
      }),
      ...hooksJson,
      safeText: withoutCommentMarks,
      fields: {
        type: { key: "type", words: { command: "command", prompt: "prompt" }, assumed: "command" },
        command: "command",
        timeout: { key: "timeout", unit: "seconds" },
        prompt: "prompt",
        model: "model",
        failClosed: { key: "failClosed", value: true },
      },
    },
  ],
  exclusive: tableOf({
    afterAgentResponse: "after_model",
    afterAgentThought: "cursor_agent_thought",
    beforeTabFileRead: "cursor_tab_file_read",
    afterTabFileEdit: "cursor_tab_file_edit",
  }),
  split: [
    { native: "beforeShellExecution", event: "before_tool_execute", matcher: "shell", blocks: true },
    { native: "beforeMCPExecution", event: "before_tool_execute", matcher: { mcp: { server: "*" } }, blocks: true },
    { native: "beforeReadFile", event: "before_tool_execute", matcher: "file_read", blocks: true },
    { native: "afterShellExecution", event: "after_tool_execute", matcher: "shell" },
    { native: "afterMCPExecution", event: "after_tool_execute", matcher: { mcp: { server: "*" } } },
    { native: "afterFileEdit", event: "after_tool_execute", matcher: ["file_write", "file_edit"] },
  ],
  matcher: foundPattern,
  covers: tableOf({ file_edit: "Write" }),
  filters: [COMMAND_MATCHER],
  projectVariables: ["CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"],
  denial: denialOf(hookTime),
};
