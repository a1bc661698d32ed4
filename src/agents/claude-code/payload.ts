/** Claude Code at hook time. */

import { isObject } from "../../canonical/json.ts";
import type { HookTime } from "../agent.ts";
import { type ClaudeShape, namedServer, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { tools } from "./tools.ts";

const shape: ClaudeShape = {
  agent: "claude-code",
  events,
  toolPart: (native, input, payload) => {
    const also = native === "Monitor" && isObject(input) && isObject(input["ws"]) ? ["WebFetch", "web_fetch"] : [];
    const tool = readMcpName(native, namedServer(payload, "mcp_server", "name")) ?? namedTool(native, tools, input, also);
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "always",
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "characters" },
  systemMessage: true,
  suppressOutput: true,
  recognise: (payload, env) => {
    const event = payload["hook_event_name"];
    const isOurs = typeof event === "string" && Object.hasOwn(events, event) && typeof payload["transcript_path"] === "string";
    if (isOurs && !("timestamp" in payload) && !("turn_id" in payload && "model" in payload)) return "shape";
    return env["CLAUDECODE"] === "1" ? "mark" : "no";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    // Claude Code reports finished background tasks as if the user had typed them.
    return input.event === "UserPromptSubmit" && input.prompt?.trimStart().startsWith("<task-notification>")
      ? { ...input, event: null }
      : input;
  },
  encode: encodeAnswer,
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput,
  readNative: readHandler,
};
