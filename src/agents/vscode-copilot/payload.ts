/** VS Code's own agent at hook time. Hooks in Claude's and Copilot's files, which it runs too, get the same payload. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, parseJson, stringOr } from "../../canonical/json.ts";
import type { Answer } from "../../canonical/outcome.ts";
import { ANY_PATCH } from "../../canonical/patch-sections.ts";
import { patchCall } from "../../canonical/patch.ts";
import { fromClaudeFields } from "../../canonical/tool-fields.ts";
import { mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { readClaudeHandler } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, readClaudeShape, type ToolPart, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput as changedFields, claudeInput, namedTool } from "../named-tool.ts";
import { events, tools } from "./native.ts";

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

/** A handler written for VS Code: Claude's dialect, but the refusal of a stop is under `hookSpecificOutput`. */
function readHandler(exit: HandlerExit, { event, can }: HookInput): NativeReading {
  const stdout = event === "Stop" || event === "SubagentStop" ? withDecisionAtTop(exit.stdout) : exit.stdout;
  return readClaudeHandler({ ...exit, stdout }, { exit2Blocks: can.block, passesUnknownFields: true });
}

function withDecisionAtTop(stdout: string): string {
  const output = parseJson(stdout);
  const nested = isObject(output) ? output["hookSpecificOutput"] : undefined;
  if (!isObject(output) || !isObject(nested)) return stdout;
  const { decision, reason, ...rest } = nested;
  return JSON.stringify({ ...output, decision, reason, hookSpecificOutput: rest });
}

/** Converts inputs of VS Code's tools to Claude's fields and back; `apply_patch` contains a patch. */
function toolPart(native: string, input: Json): ToolPart {
  const patch = patchIn(native, input);
  if (patch !== undefined) return patchCall(native, patch, input, "input", ANY_PATCH);
  const tool = mcpTool(native) ?? namedTool(native, tools, input);
  return { tool, toolInput: claudeInput(tool, input, tools) };
}

/** The complete native input after a change to some of Claude's fields. */
function changedInput(tool: ToolCall | undefined, native: Json, fields: Json): Json | undefined {
  return patchIn(tool?.native, native) === undefined ? changedFields(tool, native, fields, tools) : withPatch(native, fields);
}

function patchIn(native: string | undefined, input: Json): string | undefined {
  const patch = native === "apply_patch" && isObject(input) ? input["input"] : undefined;
  return typeof patch === "string" ? patch : undefined;
}

/** Only the patch can be changed: its text determines the files. */
function withPatch(native: Json, fields: Json): Json | undefined {
  if (!isObject(fields) || typeof fields["patch"] !== "string") return undefined;
  const { patch, file_path: _path, files: _files, ...rest } = fields;
  return fromClaudeFields(native, { ...rest, input: patch }, []);
}

/** `mcp_server_tool`: every way to split it is possible. */
function mcpTool(native: string): ToolCall | undefined {
  if (!native.startsWith("mcp_")) return undefined;
  const names = possibleMcpNames(native.slice("mcp_".length), "_");
  return names.length === 0 ? undefined : toolCall(native, undefined, names.map(mcpToolName));
}
