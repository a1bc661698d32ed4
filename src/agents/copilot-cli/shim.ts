/** What Copilot CLI would have sent to hooks in files of its own, which get camelCase keys. */

import { tableOf } from "../../lookup.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { marked } from "../../model/patch.ts";
import { type OwnTools, shimOf, type ShimValues } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `${server}-${tool}` };

const ofTool = ({ tool }: ShimValues): JsonObject => ({ toolName: tool.name, toolArgs: tool.input });
const ofSubagent = ({ transcript, agentId, agentType, session }: ShimValues): JsonObject => ({
  transcriptPath: transcript,
  agentName: agentType,
  agentId,
  agentType,
  parentAgentId: session,
});

export const shim = shimOf({
  hookTime,
  own,
  everywhere: ({ session, time, cwd }) => ({ sessionId: session, timestamp: time.getTime(), cwd }),
  fields: {
    SessionStart: ({ source, prompt }) => ({ source: source === "resume" ? "resume" : "new", initialPrompt: prompt }),
    UserPromptSubmit: ({ prompt }) => ({ prompt }),
    PreToolUse: ofTool,
    PermissionRequest: (values) => ({ hookName: "permissionRequest", ...permissionFor(values), permissionSuggestions: [] }),
    PostToolUse: (values) => ({ ...ofTool(values), toolResult: { resultType: "success", textResultForLlm: values.result } }),
    PostToolUseFailure: (values) => ({ ...ofTool(values), error: values.error }),
    Stop: (values) => ({ transcriptPath: values.transcript, stopReason: "end_turn", stop_hook_active: values.isStopAgain }),
    SubagentStart: ofSubagent,
    SubagentStop: (values) => ({
      ...ofSubagent(values),
      response: values.lastMessage,
      stopReason: "end_turn",
      stop_hook_active: values.isStopAgain,
    }),
    PreCompact: ({ transcript, trigger }) => ({ transcriptPath: transcript, trigger, customInstructions: "" }),
    Notification: ({ message, notification }) => ({
      message,
      title: notification,
      hook_event_name: "Notification",
      notification_type: notification,
    }),
    ErrorOccurred: ({ error }) => ({ errorContext: "model_call", recoverable: false, error: { message: error } }),
    SessionEnd: ({ reason }) => ({ reason: reason === "error" ? "error" : "complete" }),
  },
  matched: tableOf({ notification: "notification_type" }),
  environment: (_seen, { project }) => ({ COPILOT_CLI: "1", COPILOT_PROJECT_DIR: project, CLAUDE_PROJECT_DIR: project }),
});

/** Every change of a file is an `edit` here, and a diff shows it; the tool of a server is named with a slash. */
function permissionFor({ tool: { name, neutral, input, mcp } }: ShimValues): JsonObject {
  if (mcp !== undefined) return { toolName: `${mcp.server}/${mcp.tool}`, toolInput: input };
  const isNew = neutral === "file_write";
  if ((!isNew && neutral !== "file_edit") || !isObject(input)) return { toolName: name, toolInput: input };
  const { path, ...rest } = input;
  return { toolName: "edit", toolInput: { ...rest, file_path: path ?? "", diff: diffOf(input, isNew) } };
}

function diffOf({ path, old_str: before, new_str: after, file_text: text }: JsonObject, isNew: boolean): string {
  const heading = [`diff --git a/${pathIn(path)} b/${pathIn(path)}`, ...(isNew ? ["create file mode 100644"] : [])];
  return `\n${[...heading, ...marked("-", before), ...marked("+", isNew ? text : after)].join("\n")}\n`;
}

function pathIn(path: Json | undefined): string {
  return typeof path === "string" ? path.replaceAll(/[\r\n]+/g, " ") : "";
}
