/** Gemini CLI at hook time: Claude's keys in the payload, an answer of its own. */

import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { textOf, toolResponse } from "../../canonical/tool-response.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { HookTime } from "../agent.ts";
import { type ClaudeShape, readClaudeShape, withToolInput } from "../claude-shape/read-payload.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { tools } from "./tools.ts";

const shape: ClaudeShape = {
  agent: "gemini-cli",
  events,
  toolPart: (native, input, payload) => {
    const tool = mcpTool(native, payload) ?? namedTool(native, tools, input);
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: true,
  suppressOutput: true,
  recognise: (payload, env) => {
    if (typeof payload["hook_event_name"] === "string" && Object.hasOwn(events, payload["hook_event_name"]) && "timestamp" in payload)
      return "shape";
    return env["GEMINI_SESSION_ID"] === undefined ? "no" : "mark";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    const response = payload["tool_response"];
    if (input.event !== "PostToolUse" || !isObject(response)) return input;
    const failed = response["error"] !== undefined && response["error"] !== null;
    // The model gets a shell's result wrapped in warnings; the user sees the output itself.
    const shown = input.tool?.neutral === "shell" ? stringOr(response["returnDisplay"], undefined) : undefined;
    return {
      ...input,
      toolResponse: toolResponse(response, input.tool?.neutral, shown ?? textOf(response["llmContent"])),
      ...(failed ? { can: { ...input.can, context: false } } : {}),
    };
  },
  encode: encodeAnswer,
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput,
  readNative: readHandler,
};

/** The payload names the server. Without it every way to split `mcp_server_tool` is possible. */
function mcpTool(native: string, payload: JsonObject): ToolCall | undefined {
  const context: Json | undefined = payload["mcp_context"];
  if (isObject(context)) {
    const server = stringOr(context["server_name"], undefined);
    const tool = stringOr(context["tool_name"], undefined);
    if (server !== undefined && tool !== undefined) return mcpCall(native, { server, tool });
  }
  if (!native.startsWith("mcp_")) return undefined;
  const names = possibleMcpNames(native.slice("mcp_".length), "_");
  return names.length === 0 ? undefined : toolCall(native, undefined, names.map(mcpToolName));
}
