/** Windsurf at hook time: the action is under `tool_info`, and the answer is an exit code. */

import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { SILENCE } from "../../canonical/outcome.ts";
import { toolResponse } from "../../canonical/tool-response.ts";
import { mcpCall, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { hasWord, lookUp } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { HookTime } from "../agent.ts";
import { changedInput, claudeInput } from "../named-tool.ts";
import { answered, denied, exitedWith, ignoredText } from "../native-reading.ts";
import { events, tools } from "./native.ts";

/** Converts `tool_info` to a call with Claude's names and fields, and back. */

/** The arguments of an MCP tool are one level deeper than the fields of other tools. */
const ARGUMENTS = "mcp_tool_arguments";

interface ToolInfo {
  readonly tool: ToolCall;
  readonly toolInput: Json;
  readonly nativeToolInput: Json;
}

function readToolInfo(nativeEvent: string, info: Json | undefined): ToolInfo | undefined {
  const native = nativeEvent.replace(/^(?:pre|post)_/, "");
  if (!isObject(info)) return undefined;
  if (native === "mcp_tool_use") return mcpInfo(info);
  if (!hasWord(tools.names, native)) return undefined;
  const isNew = isNewFile(info);
  const tool = isNew ? toolCall(native, "file_write", ["Edit", "file_edit"]) : toolCall(native, lookUp(tools.names, native));
  return { tool, toolInput: claudeInput(tool, info, tools), nativeToolInput: info };
}

function withToolInput(payload: JsonObject, input: Json): JsonObject {
  const info = payload["tool_info"];
  return { ...payload, tool_info: isObject(info) && hasWord(info, ARGUMENTS) ? { ...info, [ARGUMENTS]: input } : input };
}

function mcpInfo(info: JsonObject): ToolInfo {
  const [server, tool] = [stringOr(info["mcp_server_name"], ""), stringOr(info["mcp_tool_name"], "")];
  const input = info[ARGUMENTS] ?? {};
  return { tool: mcpCall(tool, { server, tool }), toolInput: input, nativeToolInput: input };
}

/** One edit that replaces nothing. */
function isNewFile(info: Json): boolean {
  const edits = isObject(info) ? info["edits"] : undefined;
  if (!Array.isArray(edits) || edits.length !== 1) return false;
  const [only] = edits as readonly Json[];
  return isObject(only) && only["old_string"] === "";
}

export const hookTime: HookTime = {
  name: "windsurf",
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  recognise: (payload) => (typeof payload["agent_action_name"] === "string" && "trajectory_id" in payload ? "shape" : "no"),
  read: (payload, registered) => {
    // Several events map to the same one, so the payload's own name for the event counts.
    const named = payload["agent_action_name"];
    const nativeEvent = typeof named === "string" && Object.hasOwn(events, named) ? named : registered;
    const facts = lookUp(events, nativeEvent);
    const { tool_info: toolInfo, ...rest } = payload;
    const info = isObject(toolInfo) ? toolInfo : {};
    const call = readToolInfo(nativeEvent, toolInfo);
    return {
      agent: "windsurf",
      event: facts?.event ?? null,
      nativeEvent,
      sessionId: stringOr(payload["trajectory_id"], null),
      cwd: stringOr(info["cwd"], null),
      can: facts?.can ?? can(),
      ...call,
      ...("mcp_result" in info ? { toolResponse: toolResponse(info["mcp_result"], undefined) } : {}),
      ...(typeof info["user_prompt"] === "string" ? { prompt: info["user_prompt"] } : {}),
      details: call === undefined ? { ...rest, ...otherDetails(info) } : rest,
      raw: payload,
    };
  },
  encode: ({ decision, reason }) => (decision === "deny" ? { stdout: "", stderr: `${reason}\n`, exitCode: 2 } : SILENCE),
  changedInput: ({ tool, nativeToolInput: native = {} }, fields) => changedInput(tool, native, fields, tools),
  withToolInput,
  readNative: ({ code, stdout, stderr }) => {
    if (code === 2) return answered(denied(stderr.trim()));
    if (code !== 0) return exitedWith(code);
    return stdout.trim() === "" ? answered({}) : ignoredText();
  },
};

/** The details of events without a tool, with Claude's name for the agent's last message. */
function otherDetails(info: JsonObject): JsonObject {
  const { user_prompt: _, response, ...rest } = info;
  return response === undefined ? rest : { ...rest, last_assistant_message: response };
}
