/** OpenCode at hook time. Our plugin file makes the payload: `{hook, sessionID, parentID?, cwd, input, output}`. */

import type { EventName } from "../../canonical/event.ts";
import type { HookInput } from "../../canonical/input.ts";
import { compact, isObject, type Json, type JsonObject, stringOr } from "../../canonical/json.ts";
import { toolResponse } from "../../canonical/tool-response.ts";
import { can } from "../abilities.ts";
import type { HookTime } from "../agent.ts";
import { detailsOf, isWritten, promptOf } from "./details.ts";
import { encodeAnswer } from "./encode-answer.ts";
import { events } from "./events.ts";
import { mcpServerFiles } from "./mcp-servers.ts";
import { readHandler } from "./read-handler.ts";
import { changedArgs, toolPart } from "./tool-part.ts";
import { patchForm } from "./tools.ts";
import { lookUp } from "../../lookup.ts";

export const hookTime: HookTime = {
  name: "opencode",
  events,
  patchForm,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  mcpServerFiles,
  recognise: (payload, env) => {
    if (typeof payload["hook"] === "string" && "input" in payload && "output" in payload) return "shape";
    return env["OPENCODE"] === undefined ? "no" : "mark";
  },
  read: (payload, nativeEvent) => {
    const facts = lookUp(events, nativeEvent);
    const prompt = nativeEvent === "chat-message" ? promptOf(payload) : undefined;
    return {
      agent: "opencode",
      event: eventOf(payload, facts?.event),
      nativeEvent,
      sessionId: stringOr(payload["sessionID"], null),
      cwd: stringOr(payload["cwd"], null),
      can: facts?.can ?? can(),
      ...toolFields(payload),
      ...(prompt === undefined ? {} : { prompt }),
      details: compact(detailsOf(payload, nativeEvent)),
      raw: payload,
    };
  },
  encode: encodeAnswer,
  changedInput: ({ tool, nativeToolInput = {} }, fields) => changedArgs(tool?.native, nativeToolInput, fields, tool),
  withToolInput: (payload, args) => {
    const holder = argsHolder(payload);
    return { ...payload, [holder]: { ...fieldsOf(payload[holder]), args } };
  },
  readNative: readHandler,
};

/** A subagent's task and text that OpenCode adds to a session are not the user's prompts. */
function eventOf(payload: JsonObject, event: EventName | undefined): EventName | null {
  const isChild = typeof payload["parentID"] === "string";
  if (event === "UserPromptSubmit") return isChild || isWritten(payload) ? null : event;
  if (event === "SessionStart" && isChild) return "SubagentStart";
  return event === "Stop" && isChild ? "SubagentStop" : (event ?? null);
}

function toolFields(payload: JsonObject): Pick<HookInput, "tool" | "toolInput" | "nativeToolInput" | "toolResponse" | "unclear"> {
  const native = fieldsOf(payload["input"])["tool"];
  if (typeof native !== "string") return {};
  const nativeToolInput = fieldsOf(payload[argsHolder(payload)])["args"] ?? {};
  const part = toolPart(native, nativeToolInput);
  if (payload["hook"] !== "tool.execute.after") return { ...part, nativeToolInput };
  const output = payload["output"];
  const text = stringOr(fieldsOf(output)["output"], undefined);
  return { ...part, nativeToolInput, toolResponse: toolResponse(output, part.tool.neutral, text) };
}

/** Before a tool runs, its input is in `output`, where it can still be changed. */
function argsHolder(payload: JsonObject): "input" | "output" {
  return payload["hook"] === "tool.execute.after" ? "input" : "output";
}

function fieldsOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
