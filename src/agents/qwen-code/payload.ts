/** Qwen Code at hook time: Claude's events and keys, Gemini's tools and results, and an answer that denies in two ways. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, stringOr } from "../../canonical/json.ts";
import { textOf, toolResponse } from "../../canonical/tool-response.ts";
import type { HookTime } from "../agent.ts";
import { type ClaudeShape, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { tools } from "./tools.ts";

const shape: ClaudeShape = {
  agent: "qwen-code",
  events,
  toolPart: (native, input) => {
    const tool = readMcpName(native) ?? namedTool(native, tools, input);
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  recognise: (payload, env) => {
    const event = payload["hook_event_name"];
    if (typeof event === "string" && Object.hasOwn(events, event) && "timestamp" in payload && "permission_mode" in payload) return "shape";
    return env["QWEN_PROJECT_DIR"] === undefined ? "no" : "mark";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    // Qwen Code sends tool results like a prompt without text.
    if (input.event === "UserPromptSubmit" && input.prompt?.trim() === "") return { ...input, event: null };
    return input.event === "PostToolUse" ? withResult(input) : input;
  },
  encode: encodeAnswer,
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput,
  readNative: readHandler,
};

/** The model gets a shell's result wrapped in headings; the user sees the output itself. */
function withResult(input: HookInput): HookInput {
  const response = input.raw["tool_response"];
  if (!isObject(response)) return input;
  const shown = input.tool?.neutral === "shell" ? stringOr(response["returnDisplay"], undefined) : undefined;
  return { ...input, toolResponse: toolResponse(response, input.tool?.neutral, shown ?? textOf(response["llmContent"])) };
}
