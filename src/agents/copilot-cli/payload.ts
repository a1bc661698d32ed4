/** Copilot CLI at hook time: camelCase or Claude's keys in the payload, one flat answer to both. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { toolResponse } from "../../canonical/tool-response.ts";
import type { HookTime } from "../agent.ts";
import { type ClaudeShape, readClaudeShape } from "../claude-shape/read-payload.ts";
import { changedInput } from "../named-tool.ts";
import { inputKeyOf, withClaudeKeys } from "./claude-keys.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { isQuestion, readTool } from "./read-tool.ts";
import { patchForm, tools } from "./tools.ts";

const shape: ClaudeShape = { agent: "copilot-cli", events, toolPart: readTool };

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  patchForm,
  allow: "never",
  contextBesideDeny: "beside",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  mcpServerFiles: ({ home, env }, project) => [
    { path: `${env["COPILOT_HOME"] || `${home}/.copilot`}/mcp-config.json`, key: "mcpServers" },
    { path: `${project}/.mcp.json`, key: "mcpServers" },
    { path: `${project}/.github/mcp.json`, key: "mcpServers" },
  ],
  recognise: (payload, env) => {
    // VS Code, which reads the same files, sends a `sessionId` too, and `hookEventName` with it.
    if ("sessionId" in payload && !("hookEventName" in payload)) return "shape";
    const isClaudeForm = typeof payload["hook_event_name"] === "string" && "timestamp" in payload;
    if (isClaudeForm && (!("transcript_path" in payload) || "stop_reason" in payload || "custom_instructions" in payload)) return "shape";
    return env["COPILOT_CLI"] === "1" ? "mark" : "no";
  },
  read: (payload, nativeEvent) => {
    const claude = withClaudeKeys(payload);
    const input = { ...readClaudeShape(claude, nativeEvent, shape), raw: payload };
    return withResult(isSubagents(claude, input) ? { ...input, event: null } : input, claude["tool_response"]);
  },
  encode: encodeAnswer,
  changedInput: ({ nativeToolInput = {}, tool }, fields) =>
    typeof nativeToolInput === "string"
      ? patchIn(fields)
      : changedInput(isQuestion(nativeToolInput) ? undefined : tool, nativeToolInput, fields, tools),
  withToolInput: (payload, nativeInput) => ({ ...payload, [inputKeyOf(payload)]: nativeInput }),
  readNative: readHandler,
};

/**
 * A subagent's task is not a user's prompt (RT-8). Copilot announces a subagent's end twice: `subagentStop`
 * follows its own stop, has more details, and is the one that can be blocked.
 */
function isSubagents(claude: JsonObject, { event }: HookInput): boolean {
  return (event === "UserPromptSubmit" || event === "Stop") && claude["parent_agent_id"] !== undefined;
}

function withResult(input: HookInput, result: Json | undefined): HookInput {
  if (!isObject(result)) return input;
  const text = stringOr(result["textResultForLlm"] ?? result["text_result_for_llm"], undefined);
  return { ...input, toolResponse: toolResponse(result, input.tool?.neutral, text) };
}

/** The arguments of a patch are its text. Only that can be changed: it determines the files. */
function patchIn(fields: Json): Json | undefined {
  return isObject(fields) ? stringOr(fields["patch"], undefined) : stringOr(fields, undefined);
}
