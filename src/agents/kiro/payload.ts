/** Kiro CLI at hook time: Claude's keys in the payload, exit codes and plain text in the answer. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json } from "../../canonical/json.ts";
import { SILENCE } from "../../canonical/outcome.ts";
import { textOf, toolResponse } from "../../canonical/tool-response.ts";
import { mcpCall, type NeutralTool, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { lookUp } from "../../lookup.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { type ClaudeShape, readClaudeShape, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput } from "../named-tool.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";
import { events, tools } from "./native.ts";

const shape: ClaudeShape = {
  agent: "kiro",
  events,
  toolPart: (native, input) => {
    const tool = mcpTool(native) ?? toolCall(native, neutralOf(native, input));
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: { count: 10_240, unit: "bytes" },
  systemMessage: false,
  suppressOutput: false,
  recognise: ({ hook_event_name: event, cursor_version: ofCursor }) =>
    typeof event === "string" && Object.hasOwn(events, event) && ofCursor === undefined ? "shape" : "no",
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    const response = payload["tool_response"];
    const final = payload["assistant_response"];
    return {
      ...input,
      ...(isObject(response) ? { toolResponse: toolResponse(response, input.tool?.neutral, textOf(response["result"])) } : {}),
      ...(final === undefined ? {} : { details: { last_assistant_message: final, ...input.details } }),
    };
  },
  encode: ({ decision, reason, context }) => {
    if (decision === "deny") return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
    return context === undefined ? SILENCE : { stdout: context, stderr: "", exitCode: 0 };
  },
  changedInput: ({ nativeToolInput: native = {}, tool }, fields) => changedInput(tool, native, fields, tools),
  withToolInput,
  readNative: readHandler,
};

function neutralOf(native: string, input: Json): NeutralTool | undefined {
  const neutral = lookUp(tools.names, native);
  const act = isObject(input) ? input["command"] : undefined;
  return neutral === "file_write" && typeof act === "string" && act !== "create" ? "file_edit" : neutral;
}

/** `@server/tool`. */
function mcpTool(native: string): ToolCall | undefined {
  const at = native.indexOf("/");
  if (!native.startsWith("@") || at < 2 || at === native.length - 1) return undefined;
  return mcpCall(native, { server: native.slice(1, at), tool: native.slice(at + 1) });
}

/** A handler written for Kiro CLI: its output is context where Kiro accepts any, and exit code 2 denies a tool. */
function readHandler({ code, stdout, stderr }: HandlerExit, { event, can }: HookInput): NativeReading {
  if (code === 2 && event === "PreToolUse") return answered(denied(stderr.trim()));
  if (code !== 0) return exitedWith(code);
  const context = stdout.trim();
  return answered(can.context && context !== "" ? { context } : {});
}
