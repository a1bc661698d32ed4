/**
 * Claude Code's payload for what happened on another agent. It has the keys that Claude Code sends at the event and no others: a script may
 * take another key for a sign of another agent, and some callers send the user's address.
 */

import { isAbsolute } from "node:path";

import { type EventName, meaningOf } from "../../canonical/event.ts";
import type { HookInput } from "../../canonical/input.ts";
import type { Json, JsonObject } from "../../canonical/json.ts";
import { lookUp, put } from "../../lookup.ts";
import { shortHash } from "../../platform/short-hash.ts";
import { NO_TRANSCRIPT } from "../no-transcript.ts";
import type { ShimPlace } from "../shim.ts";
import { KEYS, pathIn, SENT } from "./shim-keys.ts";
import { claudeToolInput, claudeToolResponse } from "./shim-tool.ts";

export function claudePayload(input: HookInput & { readonly event: EventName }, nativeEvent: string, where?: ShimPlace): JsonObject {
  const { tool, toolResponse, details, event } = input;
  const cwd = input.cwd !== null && isAbsolute(input.cwd) ? input.cwd : (where?.project ?? "/");
  const payload: Record<string, Json> = {
    session_id: input.sessionId || "unknown",
    transcript_path: pathIn(details, "transcript_path") ?? NO_TRANSCRIPT,
    cwd,
    hook_event_name: nativeEvent,
  };
  for (const name of lookUp(SENT, event) ?? []) {
    const value = valueOf(name, input);
    if (value !== undefined) put(payload, name, value);
  }
  if (tool === undefined || !meaningOf(event).hasTool) return payload;
  const toolInput = claudeToolInput(input, { cwd, home: where?.home });
  payload["tool_name"] = tool.name;
  payload["tool_input"] = toolInput;
  if (tool.mcp !== undefined) payload["mcp_server"] = { name: tool.mcp.server };
  if (event === "PostToolUse") payload["tool_response"] = claudeToolResponse(tool, toolInput, toolResponse ?? {});
  return payload;
}

/** The keys that Claude Code sends at this event and this caller does not know. What is sent instead says nothing. */
export function unknownKeys(input: HookInput & { readonly event: EventName }): readonly string[] {
  const unknown = (lookUp(SENT, input.event) ?? []).filter(
    (name) => isAlwaysSent(name, input) && lookUp(KEYS, name)?.said(input) === undefined,
  );
  if (pathIn(input.details, "transcript_path") === undefined) unknown.unshift("transcript_path");
  if (input.sessionId === null) unknown.unshift("session_id");
  return unknown;
}

/** Only inside a subagent, or not at every start of a session. */
const SOMETIMES = ["model", "title"];

function isAlwaysSent(name: string, { event }: HookInput): boolean {
  const isOfSubagent = name === "agent_id" || name === "agent_type";
  return !SOMETIMES.includes(name) && (!isOfSubagent || event === "SubagentStart" || event === "SubagentStop");
}

function valueOf(name: string, input: HookInput): Json | undefined {
  const key = lookUp(KEYS, name);
  const said = key?.said(input);
  if (said !== undefined) return said;
  if (name === "tool_use_id") return madeUpId(input);
  if (name === "agent_id" || name === "agent_type") return isAlwaysSent(name, input) ? subagent(name, input) : undefined;
  return key?.otherwise;
}

/** A subagent may have a session of its own, and then that tells it from others. */
function subagent(name: string, { sessionId }: HookInput): string {
  return name === "agent_id" ? sessionId || "unknown" : "";
}

/** The same before and after a tool, so that a script can tell which result belongs to which call. */
function madeUpId({ sessionId, tool, toolInput }: HookInput): string {
  return `toolu_${shortHash(JSON.stringify([sessionId, tool?.name, toolInput]))}`;
}
