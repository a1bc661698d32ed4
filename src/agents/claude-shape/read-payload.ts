/** Reads payloads of agents that copied Claude's keys: snake_case, `hook_event_name`, `tool_name`, `tool_input`. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { toolResponse } from "../../canonical/tool-response.ts";
import { type McpName, mcpCall, type ToolCall } from "../../canonical/tool.ts";
import { can } from "../abilities.ts";
import type { EventFacts } from "../agent.ts";
import { lookUp, put, type Table } from "../../lookup.ts";

export interface ToolPart {
  readonly tool: ToolCall;
  readonly toolInput: Json;
  readonly unclear?: string;
}

export interface ClaudeShape {
  readonly agent: string;
  readonly events: Table<EventFacts>;
  /** The tool call in this payload, with its input in Claude's field names. */
  readonly toolPart: (native: string, input: Json, payload: JsonObject) => ToolPart;
}

/** Keys with a field of their own in the neutral input. All others become details. */
const PLACED = new Set(["hook_event_name", "session_id", "cwd", "tool_name", "tool_input", "tool_response", "prompt"]);

export function readClaudeShape(payload: JsonObject, nativeEvent: string, shape: ClaudeShape): HookInput {
  const facts = lookUp(shape.events, nativeEvent);
  const native = payload["tool_name"];
  const nativeToolInput = payload["tool_input"] ?? {};
  const part = typeof native === "string" ? shape.toolPart(native, nativeToolInput, payload) : undefined;
  const prompt = payload["prompt"];
  return {
    agent: shape.agent,
    event: facts?.event ?? null,
    nativeEvent,
    sessionId: stringOr(payload["session_id"], null),
    cwd: stringOr(payload["cwd"], null),
    can: facts?.can ?? can(),
    ...(part === undefined ? {} : { ...part, nativeToolInput }),
    ...("tool_response" in payload ? { toolResponse: toolResponse(payload["tool_response"], part?.tool.neutral) } : {}),
    ...(typeof prompt === "string" ? { prompt } : {}),
    details: detailsOf(payload),
    raw: payload,
  };
}

/** `mcp__server__tool`. Where the server's name contains the separator, the payload's own field decides. */
export function readMcpName(native: string, server?: string): ToolCall | undefined {
  if (!native.startsWith("mcp__")) return undefined;
  const rest = native.slice("mcp__".length);
  const name: McpName | undefined =
    server !== undefined && rest.startsWith(`${server}__`) ? { server, tool: rest.slice(server.length + 2) } : splitOnce(rest);
  return name && mcpCall(native, name);
}

export function withToolInput(payload: JsonObject, nativeInput: Json): JsonObject {
  return { ...payload, tool_input: nativeInput };
}

/** The name of the MCP server where the payload has it. */
export function namedServer(payload: JsonObject, key: string, field: string): string | undefined {
  const holder = lookUp(payload, key);
  return isObject(holder) ? stringOr(lookUp(holder, field), undefined) : undefined;
}

function splitOnce(rest: string): McpName | undefined {
  const at = rest.indexOf("__", 1);
  return at < 0 ? undefined : { server: rest.slice(0, at), tool: rest.slice(at + 2) };
}

function detailsOf(payload: JsonObject): JsonObject {
  const details: Record<string, Json | undefined> = {};
  for (const [key, value] of Object.entries(payload)) if (!PLACED.has(key)) put(details, key, value);
  return details;
}
