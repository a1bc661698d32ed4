/** What VS Code's own agent would have sent, for hooks that were written for it. No variables are documented. */

import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { claudeKeys, type OwnTools, shimOf, type ShimValues, toolKeys } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `mcp_${hookTime.mcpServerLabel?.(server) ?? server}_${tool}` };

const ofTool = (values: ShimValues): JsonObject => ({ ...toolKeys(values), tool_input: inputOf(values), tool_use_id: values.callId });
const ofSubagent = ({ agentId, agentType }: ShimValues): JsonObject => ({ agent_id: agentId, agent_type: agentType });

export const shim = shimOf({
  hookTime,
  own,
  everywhere: (values, nativeEvent) => ({ timestamp: values.time.toISOString(), ...claudeKeys(values, nativeEvent) }),
  fields: {
    SessionStart: ({ model }) => ({ source: "new", model, agent_type: "GitHub Copilot Chat" }),
    UserPromptSubmit: ({ prompt }) => ({ prompt }),
    PreToolUse: ofTool,
    PostToolUse: (values) => ({ ...ofTool(values), tool_response: values.result }),
    Stop: ({ isStopAgain }) => ({ stop_hook_active: isStopAgain }),
    SubagentStart: ofSubagent,
    SubagentStop: (values) => ({ ...ofSubagent(values), stop_hook_active: values.isStopAgain }),
    PreCompact: ({ trigger }) => ({ trigger }),
  },
});

function inputOf({ tool: { neutral, input } }: ShimValues): Json {
  if (neutral !== "web_fetch" || !isObject(input)) return input;
  const { url, ...rest } = input;
  return typeof url === "string" ? { ...rest, urls: [url] } : input;
}
