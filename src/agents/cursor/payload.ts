/** Cursor at hook time. Hooks in Claude's files, which it runs too, get the same payload and answer. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, parseJson, sameJson, stringOr } from "../../canonical/json.ts";
import { textOf, toolResponse } from "../../canonical/tool-response.ts";
import { mcpToolName } from "../../canonical/tool.ts";
import type { HookTime } from "../agent.ts";
import { type ClaudeShape, readClaudeShape, withToolInput } from "../claude-shape/read-payload.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { events } from "./events.ts";
import { readHandler } from "./read-handler.ts";
import { REPLACEABLE, tools } from "./tools.ts";
import { lookUp } from "../../lookup.ts";

const shape: ClaudeShape = {
  agent: "cursor",
  events,
  toolPart: (native, input) => {
    const tool = namedTool(native, tools, input, otherNames(native));
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "characters" },
  systemMessage: false,
  suppressOutput: false,
  mcpServerFiles: ({ home }, project) => [
    { path: `${project}/.cursor/mcp.json`, key: "mcpServers" },
    { path: `${home}/.cursor/mcp.json`, key: "mcpServers" },
  ],
  recognise: (payload, env) => {
    if (typeof payload["cursor_version"] === "string" || ("conversation_id" in payload && "workspace_roots" in payload)) return "shape";
    return env["CURSOR_VERSION"] === undefined ? "no" : "mark";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    const output = payload["tool_output"];
    return {
      ...input,
      sessionId: input.sessionId ?? stringOr(payload["conversation_id"], null),
      cwd: input.cwd ?? firstRoot(payload),
      can: isOver(payload, input) ? { ...input.can, block: false } : input.can,
      ...(output === undefined ? {} : { toolResponse: responseOf(output, input) }),
      details: { ...claudeDetails(payload), ...input.details },
    };
  },
  encode: encodeAnswer,
  changedInput: ({ nativeToolInput: native = {}, tool }, fields) => {
    const whole = changedInput(tool, native, fields, tools);
    return whole !== undefined && isTaken(native, whole, tool?.native) ? whole : undefined;
  },
  withToolInput,
  readNative: readHandler,
};

/** An edit arrives as `Write`. The name of an MCP tool comes without its server: `*` matches any. */
function otherNames(native: string): readonly string[] {
  if (native.startsWith("MCP:")) return [mcpToolName({ server: "*", tool: native.slice("MCP:".length) })];
  return native === "Write" ? ["Edit", "file_edit"] : [];
}

/** Whether Cursor applies every changed field; it silently drops the others. */
function isTaken(before: Json, after: Json, native = ""): boolean {
  const taken = lookUp(REPLACEABLE, native);
  if (taken === undefined || !isObject(before) || !isObject(after)) return true;
  return Object.keys(after).every((key) => taken.includes(key) || sameJson(lookUp(before, key), lookUp(after, key)));
}

/** A turn that was aborted or failed ends whatever the answer is. */
function isOver({ status }: JsonObject, { event }: HookInput): boolean {
  return (event === "Stop" || event === "SubagentStop") && typeof status === "string" && status !== "completed";
}

/** The output is JSON inside a string; a shell's output is its field `output`. */
function responseOf(output: Json, { tool }: HookInput): JsonObject {
  const value = typeof output === "string" ? (parseJson(output) ?? output) : output;
  const printed = isObject(value) ? stringOr(value["output"], undefined) : undefined;
  return toolResponse(value, tool?.neutral, printed ?? textOf(value));
}

/** Claude's names for the details of this event. */
function claudeDetails(payload: JsonObject): JsonObject {
  const { error_message: error, loop_count: loops, subagent_id: id, subagent_type: type } = payload;
  return {
    ...(error === undefined ? {} : { error }),
    ...(typeof loops === "number" ? { stop_hook_active: loops > 0 } : {}),
    ...(id === undefined ? {} : { agent_id: id }),
    ...(type === undefined ? {} : { agent_type: type }),
  };
}

function firstRoot(payload: JsonObject): string | null {
  const roots = payload["workspace_roots"];
  return stringOr(Array.isArray(roots) ? (roots as readonly Json[])[0] : undefined, null);
}
