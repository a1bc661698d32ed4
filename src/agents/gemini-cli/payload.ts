/** Gemini CLI at hook time: Claude's keys in the payload, an answer of its own. */

import type { HookInput } from "../../canonical/input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Answer, Reply } from "../../canonical/outcome.ts";
import { textOf, toolResponse } from "../../canonical/tool-response.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";
import { readClaudeFields } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, readClaudeShape, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";
import { events, tools } from "./native.ts";

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

/** Gemini CLI's answer: the decision at the top, a rewrite under `tool_input`, never an exit code. */
function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const native = answer.native?.["hookSpecificOutput"];
  const nested = compact({
    ...(isObject(native) ? native : {}),
    tool_input: answer.toolInput,
    additionalContext: answer.context,
  });
  const stop = answer.stop ?? endAfterModel(answer, input);
  const output: JsonObject = {
    ...answer.native,
    decision: answer.decision ?? answer.native?.["decision"],
    reason: answer.reason ?? answer.native?.["reason"],
    ...(stop === undefined ? {} : { continue: false, stopReason: stop.reason }),
    systemMessage: shownMessage(answer, input),
    // It would hide the message.
    suppressOutput: shownMessage(answer, input) === undefined ? answer.suppressOutput : undefined,
    hookSpecificOutput: Object.keys(nested).length === 0 ? undefined : { hookEventName: input.nativeEvent, ...nested },
  };
  return replyWith(compact(output));
}

/** After an answer of the model a denial alone only shows its reason, and a tool that the model called runs. */
function endAfterModel({ decision, reason = "" }: Answer, { nativeEvent }: HookInput): Answer["stop"] {
  return decision === "deny" && nativeEvent === "AfterModel" ? { reason } : undefined;
}

/**
 * At a prompt and at a stop Gemini shows the message instead of the reason, so the user would never read the reason.
 * The dialog of a question shows only the message.
 */
function shownMessage({ decision, reason, systemMessage }: Answer, { event }: HookInput): string | undefined {
  const replacesReason = decision === "deny" && (event === "UserPromptSubmit" || event === "Stop");
  if (decision === "ask" || (replacesReason && systemMessage !== undefined)) return [reason, systemMessage].filter(Boolean).join("\n");
  return systemMessage;
}

/** A handler written for Gemini CLI: JSON counts whatever the exit code; without it codes above 1 block if stderr says why. */
function readHandler(exit: HandlerExit): NativeReading {
  const text = exit.stdout.trim();
  const value = parseJson(text);
  if (isObject(value)) {
    const { native, ...outcome } = readClaudeFields(value);
    const nested = isObject(native?.["hookSpecificOutput"]) ? native["hookSpecificOutput"] : {};
    const { tool_input, ...rest } = nested;
    const passed = { ...native, hookSpecificOutput: Object.keys(rest).length === 0 ? undefined : rest };
    return answered({ ...outcome, ...(isObject(tool_input) ? { nativeInput: tool_input } : {}), native: passed });
  }
  const reason = exit.stderr.trim();
  if (exit.code >= 2 && reason !== "") return answered(denied(reason));
  if (exit.code !== 0) return exitedWith(exit.code);
  return answered(text === "" ? {} : { systemMessage: text });
}
