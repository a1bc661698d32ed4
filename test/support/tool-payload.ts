/** The payload of an agent that is about to run any tool, made from a captured one by its shape alone. */

import type { AgentUnderTest } from "../conformance/agents.ts";
import type { Payload } from "../oracles/oracle.ts";

export interface ToolPayload {
  readonly event: string;
  readonly payload: Payload;
}

/** Windsurf names no tools but those of MCP servers, and says which server it is. */
export function toolPayload({ oracle, payloads }: AgentUnderTest, tool: string, input: unknown, server?: string): ToolPayload {
  const isMcp = oracle.agent === "windsurf";
  const found = payloads.find(
    ({ name, event, payload }) =>
      oracle.means(event, payload) === "PreToolUse" && (isMcp ? event === "pre_mcp_tool_use" : name.endsWith(".shell")),
  );
  if (found === undefined) throw new Error(`${oracle.agent} has no payload of a tool`);
  return { event: found.event, payload: withTool(found.payload, tool, input, server) };
}

export function withTool(payload: Payload, tool: string, input: unknown, server?: string): Payload {
  if ("tool_name" in payload) return { ...payload, tool_name: tool, tool_input: input };
  if ("toolName" in payload) return { ...payload, toolName: tool, toolArgs: input };
  if ("tool_info" in payload) {
    const named = { mcp_tool_name: tool, mcp_tool_arguments: input, ...(server === undefined ? {} : { mcp_server_name: server }) };
    return { ...payload, tool_info: { ...fields(payload["tool_info"]), ...named } };
  }
  return { ...payload, input: { ...fields(payload["input"]), tool }, output: { ...fields(payload["output"]), args: input } };
}

function fields(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
