/** goose at hook time: its own payload format, and answers that can only block. */

import type { HookInput } from "../../canonical/input.ts";
import { compact, isObject, type Json, type JsonObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Answer, Outcome, Reply } from "../../canonical/outcome.ts";
import { mcpCall, mcpToolName, possibleMcpNames, type ToolCall, toolCall } from "../../canonical/tool.ts";
import { lookUp } from "../../lookup.ts";
import { can } from "../abilities.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { replyWith } from "../claude-shape/encode-answer.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { answered, denied, exitedWith, ignoredText } from "../native-reading.ts";
import { CODE, events, OWN_EXTENSIONS, tools } from "./native.ts";

export const hookTime: HookTime = {
  name: "goose",
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  recognise: (payload, env) => {
    if (typeof payload["event"] === "string" && Object.hasOwn(events, payload["event"])) return "shape";
    return env["PLUGIN_ROOT"] === undefined ? "no" : "mark";
  },
  read,
  encode: encodeAnswer,
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput: (payload, nativeInput) => ({ ...payload, tool_input: nativeInput }),
  readNative: readHandler,
};

function read(payload: JsonObject, nativeEvent: string): HookInput {
  const facts = lookUp(events, nativeEvent);
  const { event: _, session_id, working_dir, tool_name, tool_input, message, ...details } = payload;
  return {
    agent: hookTime.name,
    event: facts?.event ?? null,
    nativeEvent,
    sessionId: stringOr(session_id, null),
    cwd: stringOr(working_dir, null),
    can: facts?.can ?? can(),
    ...(typeof tool_name === "string" ? toolPart(tool_name, tool_input ?? {}) : {}),
    ...(facts?.event === "PostToolUse" ? { toolResponse: {} } : {}),
    ...(typeof message === "string" ? { prompt: message } : {}),
    details,
    raw: payload,
  };
}

function toolPart(native: string, input: Json): Pick<HookInput, "tool" | "toolInput" | "nativeToolInput"> {
  const known = namedTool(native, tools, input, [...possibleMcpNames(native, "__").map(mcpToolName), ...alsoDone(native, input)]);
  const tool = known.neutral === undefined ? (mcpTool(native) ?? toolCall(native, undefined)) : known;
  return { tool, toolInput: claudeInput(tool, input, tools), nativeToolInput: input };
}

function alsoDone(native: string, input: Json): readonly string[] {
  if (CODE.has(native)) return ["Write", "file_write", "Edit", "file_edit", "WebFetch", "web_fetch"];
  const source = native === "read_image" && isObject(input) ? input["source"] : undefined;
  return typeof source === "string" && /^https?:/i.test(source) ? ["WebFetch", "web_fetch"] : [];
}

/** `server__tool`. A name with more separators has several readings, and matchers see all of them. */
function mcpTool(native: string): ToolCall | undefined {
  const [first, ...others] = possibleMcpNames(native, "__");
  if (first === undefined || OWN_EXTENSIONS.has(first.server)) return undefined;
  return { ...mcpCall(native, first), ...(others.length === 0 ? {} : { also: others.map(mcpToolName) }) };
}

/** goose's answer: a block with its reason, or nothing. goose ignores everything else. */
function encodeAnswer({ decision, reason, native }: Answer): Reply {
  return replyWith(compact({ ...native, ...(decision === "deny" ? { decision: "block", reason } : {}) }));
}

/** A handler written for goose: exit code 2 or `decision: "block"` denies, whichever it is; text is ignored. */
function readHandler(exit: HandlerExit): NativeReading {
  const value = parseJson(exit.stdout);
  const { decision, reason: given, ...rest }: JsonObject = isObject(value) ? value : {};
  const reason = (exit.code === 2 && exit.stderr.trim()) || stringOr(given, "");
  if (exit.code === 2 || decision === "block") return answered(denied(reason));
  if (exit.code !== 0) return exitedWith(exit.code);
  const outcome: Outcome = {
    ...(decision === "allow" ? { decision: "allow" } : {}),
    ...(Object.keys(rest).length === 0 ? {} : { native: rest }),
  };
  return isObject(value) || exit.stdout.trim() === "" ? answered(outcome) : ignoredText(outcome);
}
