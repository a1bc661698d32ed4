/** What Gemini CLI would have sent, for hooks that were written for it. */

import { tableOf } from "../../lookup.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { claudeKeys, type OwnTools, shimOf, type ShimValues, toolKeys } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `mcp_${server}_${tool}` };

const ofTool = (values: ShimValues): JsonObject => {
  const { mcp } = values.tool;
  const context = mcp && { mcp_context: { server_name: mcp.server, tool_name: mcp.tool } };
  return { ...toolKeys(values), tool_input: inputOf(values), ...context };
};

export const shim = shimOf({
  hookTime,
  own,
  everywhere: (values, nativeEvent) => ({ ...claudeKeys(values, nativeEvent), timestamp: values.time.toISOString() }),
  fields: {
    SessionStart: ({ source }) => ({ source }),
    UserPromptSubmit: ({ prompt }) => ({ prompt }),
    PreToolUse: ofTool,
    PostToolUse: (values) => {
      const { tool, result } = values;
      const llmContent = tool.mcp === undefined ? result : [{ text: result }];
      return { ...ofTool(values), tool_response: { llmContent, returnDisplay: result } };
    },
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
