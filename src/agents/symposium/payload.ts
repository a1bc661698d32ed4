/** `hook symposium <event>`: a host for trying a hook by hand. It reads and writes the symposium format and supports everything (RT-22). */

import { lookUp, tableOf } from "../../lookup.ts";
import { EVENT_NAMES, type EventName, isEventName, meaningOf } from "../../model/event.ts";
import { compact, fieldsOf, isObject, type Json, type JsonObject } from "../../model/json.ts";
import { SILENCE } from "../../model/outcome.ts";
import { fromClaudeFields, toolResponse } from "../../model/tool-fields.ts";
import { mcpCall, NEUTRAL_TOOLS, type NeutralTool, toolCall } from "../../model/tool.ts";
import type { EventFacts, HookTime } from "../agent.ts";
import { readFrame } from "../payload.ts";

const NAME = "symposium";

const events = tableOf(Object.fromEntries(EVENT_NAMES.map((event) => [event, factsOf(event)])));

export const hookTime: HookTime = {
  name: NAME,
  events,
  allow: "always",
  contextBesideDeny: "beside",
  contextLimit: null,
  systemMessage: true,
  suppressOutput: true,
  recognise: () => "no",
  read: (payload, nativeEvent) => {
    const tagged: Json | undefined = lookUp(payload, nativeEvent);
    const { tool_name, tool_input, tool_response, prompt, session_id, cwd, ...details } = isObject(tagged) ? tagged : payload;
    const tool = typeof tool_name === "string" ? callOf(tool_name) : undefined;
    return {
      ...readFrame(NAME, events, nativeEvent, session_id, cwd),
      ...(tool === undefined ? {} : { tool, toolInput: tool_input ?? {}, nativeToolInput: tool_input ?? {} }),
      toolResponse: tool_response === undefined ? undefined : () => toolResponse(tool_response, tool?.neutral),
      prompt: typeof prompt === "string" ? prompt : undefined,
      details,
      raw: payload,
    };
  },
  encode: (answer, input) => {
    const fields = compact({
      decision: answer.decision,
      reason: answer.reason,
      additionalContext: answer.context,
      updatedInput: answer.toolInput,
      ...(answer.stop === undefined ? {} : { continue: false, stopReason: answer.stop.reason }),
      systemMessage: answer.systemMessage,
      suppressOutput: answer.suppressOutput,
    });
    if (Object.keys(fields).length === 0) return SILENCE;
    return { stdout: JSON.stringify({ [input.nativeEvent]: fields }), stderr: "", exitCode: 0 };
  },
  changedInput: (input, fields) => fromClaudeFields(input.nativeToolInput ?? {}, fields, []),
  withToolInput: (payload, nativeInput) => {
    const tag = Object.keys(payload).find(isEventName);
    const body = tag === undefined ? payload : payload[tag];
    const changed: JsonObject = { ...fieldsOf(body), tool_input: nativeInput };
    return tag === undefined ? changed : { ...payload, [tag]: changed };
  },
  readNative: () => ({ kind: "answer", outcome: {} }),
};

function factsOf(event: EventName): EventFacts {
  const { denial, session } = meaningOf(event);
  const isTool = denial === "tool";
  return {
    event,
    can: { block: denial !== undefined, ask: isTool || denial === "permission", rewrite: isTool, context: session !== "end", stop: true },
    source: { how: "documented", link: "docs/reference/hook-events.md", date: "2026-11-15" },
  };
}

function callOf(name: string) {
  const [prefix, server, ...rest] = name.split("__");
  if (prefix === "mcp" && server && rest.length > 0) return mcpCall(name, { server, tool: rest.join("__") });
  const neutral = (Object.keys(NEUTRAL_TOOLS) as NeutralTool[]).find((key) => NEUTRAL_TOOLS[key] === name);
  return toolCall(name, neutral);
}
