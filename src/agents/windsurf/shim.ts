/** What Windsurf would have sent: each kind of tool has its own events, other tools have none, and only a command has a folder. */

import { hasWord, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type JsonObject, stringOr } from "../../model/json.ts";
import { type OwnTools, shimValues, type ShimValues } from "../shim-payload.ts";
import type { Shim, ShimPayload } from "../shim.ts";
import { hookTime, tools } from "./payload.ts";

const WRITE = "write_code";
const own: OwnTools = { tools, covers: tableOf({ file_write: WRITE }), mcpName: ({ tool }) => tool };

export const shim: Shim = {
  hookTime,
  payload: (input, where) => {
    const values = shimValues(input, where, own);
    const sent = actionOf(input, values);
    if (sent === undefined) return undefined;
    const { nativeEvent, payload: info } = sent;
    const payload = {
      agent_action_name: nativeEvent,
      trajectory_id: values.session,
      execution_id: values.turn,
      timestamp: values.time.toISOString(),
      tool_info: info,
    };
    return { nativeEvent, payload };
  },
  environment: () => ({}),
};

function actionOf({ event }: HookInput, values: ShimValues): ShimPayload | undefined {
  switch (event) {
    case "UserPromptSubmit":
      return { nativeEvent: "pre_user_prompt", payload: { user_prompt: values.prompt } };
    case "Stop":
      return { nativeEvent: "post_cascade_response", payload: { response: values.lastMessage } };
    case "PreToolUse":
      return toolAction("pre", values);
    case "PostToolUse":
      return toolAction("post", values);
    default:
      return undefined;
  }
}

function toolAction(when: "pre" | "post", { tool: { name, neutral, input, mcp }, cwd, result }: ShimValues): ShimPayload | undefined {
  if (mcp !== undefined) {
    const info = { mcp_server_name: mcp.server, mcp_tool_name: mcp.tool, mcp_tool_arguments: input };
    return { nativeEvent: `${when}_mcp_tool_use`, payload: when === "pre" ? info : { ...info, mcp_result: result } };
  }
  if (!hasWord(tools.names, name)) return undefined;
  const fields = isObject(input) ? input : {};
  const nativeEvent = `${when}_${name}`;
  if (neutral === "shell") return { nativeEvent, payload: { ...fields, cwd } };
  return { nativeEvent, payload: name === WRITE ? withEdits(fields, neutral === "file_write") : fields };
}

/** A new file is an edit of nothing. */
function withEdits({ content, old_string: before, new_string: after, ...rest }: JsonObject, isNew: boolean): JsonObject {
  if (isNew) return { ...rest, edits: [{ old_string: "", new_string: stringOr(content, "") }] };
  return { ...rest, edits: [{ old_string: stringOr(before, ""), new_string: stringOr(after, "") }] };
}
