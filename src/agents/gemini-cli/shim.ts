/** What Gemini CLI would have sent, for hooks that were written for it. */

import { tableOf } from "../../lookup.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { claudeKeys, type OwnTools, shimOf, type ShimValues, toolKeys } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `mcp_${server}_${tool}` };

const ofTool = (values: ShimValues): JsonObject => ({ ...toolKeys(values), tool_input: inputOf(values), ...contextOf(values) });

export const shim = shimOf({
  hookTime,
  own,
  everywhere: (values, nativeEvent) => ({ ...claudeKeys(values, nativeEvent), timestamp: values.time.toISOString() }),
  fields: {
    SessionStart: ({ source }) => ({ source }),
    UserPromptSubmit: ({ prompt }) => ({ prompt }),
    PreToolUse: ofTool,
    PostToolUse: (values) => ({ ...ofTool(values), tool_response: responseOf(values) }),
    Stop: ({ prompt, lastMessage, isStopAgain }) => ({ prompt, prompt_response: lastMessage, stop_hook_active: isStopAgain }),
    Notification: ({ message }) => ({ notification_type: "ToolPermission", message, details: {} }),
    PreCompact: ({ trigger }) => ({ trigger }),
    SessionEnd: ({ reason }) => ({ reason }),
  },
  matched: tableOf({ SessionStart: "source", SessionEnd: "reason", PreCompress: "trigger", Notification: "notification_type" }),
  environment: ({ sessionId, cwd }, { project }) => ({
    GEMINI_PROJECT_DIR: project,
    GEMINI_CWD: cwd ?? project,
    GEMINI_SESSION_ID: sessionId ?? "",
    CLAUDE_PROJECT_DIR: project,
  }),
});

function inputOf({ tool: { neutral, input } }: ShimValues): Json {
  if (neutral !== "web_fetch" || !isObject(input) || typeof input["url"] !== "string") return input;
  const { url, prompt } = input;
  if (typeof prompt !== "string" || prompt === "") return { ...input, prompt: url };
  return prompt.includes(url) ? input : { ...input, prompt: `${prompt} ${url}` };
}

function contextOf({ tool: { mcp } }: ShimValues): JsonObject {
  return mcp === undefined ? {} : { mcp_context: { server_name: mcp.server, tool_name: mcp.tool } };
}

function responseOf({ tool, result }: ShimValues): JsonObject {
  return { llmContent: tool.mcp === undefined ? result : [{ text: result }], returnDisplay: result };
}
