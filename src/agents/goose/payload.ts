/** goose at hook time: a payload of its own, and answers that can only block. */

import type { HookInput } from "../../canonical/input.ts";
import { type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { fromClaudeFields, rulesFor, toClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { can } from "../abilities.ts";
import type { HookTime } from "../agent.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { OWN_EXTENSIONS, tools } from "./tools.ts";
import { lookUp } from "../../lookup.ts";

export const hookTime: HookTime = {
  name: "goose",
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  readBy: [],
  recognise: (payload, env) => {
    if (typeof payload["event"] === "string" && Object.hasOwn(events, payload["event"])) return "shape";
    return env["PLUGIN_ROOT"] === undefined ? "no" : "mark";
  },
  read,
  encode: encodeAnswer,
  changedInput: (input, fields) => fromClaudeFields(input.nativeToolInput ?? {}, fields, rulesFor(input.tool, tools.fields)),
  withToolInput: (payload, nativeInput) => ({ ...payload, tool_input: nativeInput }),
  readNative: readHandler,
};

function read(payload: JsonObject, nativeEvent: string): HookInput {
  const facts = lookUp(events, nativeEvent);
  const { event: _, session_id, working_dir, tool_name, tool_input, message, ...details } = payload;
  return {
    agent: hookTime.name,
    event: facts?.event ?? null,
    nativeEvent,
    sessionId: stringOr(session_id, null),
    cwd: stringOr(working_dir, null),
    can: facts?.can ?? can(),
    ...(typeof tool_name === "string" ? toolPart(tool_name, tool_input ?? {}) : {}),
    ...(facts?.event === "PostToolUse" ? { toolResponse: {} } : {}),
    ...(typeof message === "string" ? { prompt: message } : {}),
    details,
    raw: payload,
  };
}

function toolPart(native: string, input: Json): Pick<HookInput, "tool" | "toolInput" | "nativeToolInput"> {
  const tool = mcpTool(native) ?? toolCall(native, lookUp(tools.names, native));
  return { tool, toolInput: toClaudeFields(input, rulesFor(tool, tools.fields)), nativeToolInput: input };
}

/** `server__tool`. A name with more separators may be split elsewhere too, so matchers meet every reading of it. */
function mcpTool(native: string): ToolCall | undefined {
  const [first, ...others] = possibleMcpNames(native, "__");
  if (first === undefined || OWN_EXTENSIONS.has(first.server)) return undefined;
  return { ...mcpCall(native, first), ...(others.length === 0 ? {} : { also: others.map(mcpToolName) }) };
}
