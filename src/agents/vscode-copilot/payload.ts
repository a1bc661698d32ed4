/** VS Code's own agent at hook time. Hooks in Claude's and Copilot's files, which it runs too, get the same payload. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, stringOr } from "../../canonical/json.ts";
import type { Answer } from "../../canonical/outcome.ts";
import type { HookTime } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { type ClaudeShape, readClaudeShape, withToolInput } from "../claude-shape/read-payload.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { changedInput, toolPart } from "./tool-input.ts";

const shape: ClaudeShape = { agent: "vscode-copilot", events, toolPart };

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "beside",
  contextLimit: null,
  systemMessage: true,
  suppressOutput: false,
  mcpServerFiles: ({ home, env }, project) => [
    { path: `${project}/.vscode/mcp.json`, key: "servers" },
    { path: `${env["XDG_CONFIG_HOME"] || `${home}/.config`}/Code/User/mcp.json`, key: "servers" },
    { path: `${home}/Library/Application Support/Code/User/mcp.json`, key: "servers" },
    { path: `${home}/AppData/Roaming/Code/User/mcp.json`, key: "servers" },
  ],
  // With the prefix `mcp_` it is cut at 18 characters.
  mcpServerLabel: (server) =>
    server
      .toLowerCase()
      .replaceAll(/[^a-z0-9_.-]/g, "_")
      .slice(0, 14),
  // Copilot CLI also sends Claude's keys with a time, but neither a transcript (except at the end) nor the call's number.
  recognise: (payload) => {
    const event = payload["hook_event_name"] ?? payload["hookEventName"];
    if (typeof event !== "string" || !Object.hasOwn(events, event) || typeof payload["timestamp"] !== "string") return "no";
    const isSure = "hookEventName" in payload || "tool_use_id" in payload || typeof payload["transcript_path"] === "string";
    return isSure && !("stop_reason" in payload) ? "shape" : "no";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    return input.sessionId === null ? { ...input, sessionId: stringOr(payload["sessionId"], null) } : input;
  },
  encode: (answer, input) => encodeClaudeShape(withNestedDecision(answer, input), input),
  changedInput: ({ tool, nativeToolInput: native = {} }, fields) => changedInput(tool, native, fields),
  withToolInput,
  readNative: readHandler,
};

/** VS Code reads the refusal of a stop under `hookSpecificOutput` and ignores Claude's place for it. */
function withNestedDecision(answer: Answer, { event }: HookInput): Answer {
  if (answer.decision !== "deny" || (event !== "Stop" && event !== "SubagentStop")) return answer;
  const nested = answer.native?.["hookSpecificOutput"];
  const refusal = { ...(isObject(nested) ? nested : {}), decision: "block", reason: answer.reason };
  return { ...answer, native: { ...answer.native, hookSpecificOutput: refusal } };
}
