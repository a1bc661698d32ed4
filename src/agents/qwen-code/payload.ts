/** Qwen Code at hook time: Claude's events and keys, Gemini's tools and results, and an answer that denies in two ways. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject, parseJson, stringOr } from "../../canonical/json.ts";
import type { Answer, Outcome, Reply } from "../../canonical/outcome.ts";
import { textOf, toolResponse } from "../../canonical/tool-response.ts";
import { lookUp } from "../../lookup.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { readClaudeFields } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { answered, denied, exitedWith } from "../native-reading.ts";
import { events, tools } from "./native.ts";

/** A handler written for Qwen Code: JSON counts whatever the exit code, except that exit 2 leaves stdout unread. */
function readHandler({ code, stdout, stderr }: HandlerExit, { nativeEvent }: HookInput): NativeReading {
  const blocks = code === 2;
  const text = blocks ? stderr.trim() : stdout.trim() || stderr.trim();
  const parsed = parseJson(text);
  // Qwen Code also reads JSON inside a string.
  const value = typeof parsed === "string" ? parseJson(parsed) : parsed;
  if (isObject(value)) {
    const { nativeInput: _, ...outcome } = readClaudeFields(value);
    return answered(asObeyed(outcome, nativeEvent));
  }
  if (blocks) return answered(text === "" ? {} : asObeyed(denied(text), nativeEvent));
  if (code !== 0) return exitedWith(code);
  if (text.startsWith("{")) return { kind: "failure", cause: "its output is not JSON" };
  const isContext = lookUp(events, nativeEvent)?.text === "context" && stdout.trim() !== "";
  return answered(text === "" ? {} : isContext ? { context: text } : { systemMessage: text });
}

/** Where `continue: false` does the same as a block. */
const BLOCKED_BY_STOP = new Set(["PostToolUse", "Stop", "SubagentStop", "PostToolBatch", "UserPromptExpansion"]);

/** After a tool Qwen Code reads only `continue: false`, and applies it to the result; at a stop it means to continue. */
function asObeyed(outcome: Outcome, nativeEvent: string): Outcome {
  const { decision: _, reason, stop, ...rest } = outcome;
  if (BLOCKED_BY_STOP.has(nativeEvent) && stop !== undefined) return { ...rest, ...denied(stop.reason ?? reason) };
  return nativeEvent === "PostToolUse" ? rest : outcome;
}

const shape: ClaudeShape = {
  agent: "qwen-code",
  events,
  toolPart: (native, input) => {
    const tool = readMcpName(native) ?? namedTool(native, tools, input);
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "never",
  contextBesideDeny: "in-reason",
  contextLimit: null,
  systemMessage: false,
  suppressOutput: false,
  recognise: (payload, env) => {
    const event = payload["hook_event_name"];
    if (typeof event === "string" && Object.hasOwn(events, event) && "timestamp" in payload && "permission_mode" in payload) return "shape";
    return env["QWEN_PROJECT_DIR"] === undefined ? "no" : "mark";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    // Qwen Code sends tool results like a prompt without text.
    if (input.event === "UserPromptSubmit" && input.prompt?.trim() === "") return { ...input, event: null };
    return input.event === "PostToolUse" ? withResult(input) : input;
  },
  encode: encodeAnswer,
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput,
  readNative: readHandler,
};

/** The model gets a shell's result wrapped in headings; the user sees the output itself. */
function withResult(input: HookInput): HookInput {
  const response = input.raw["tool_response"];
  if (!isObject(response)) return input;
  const shown = input.tool?.neutral === "shell" ? stringOr(response["returnDisplay"], undefined) : undefined;
  return { ...input, toolResponse: toolResponse(response, input.tool?.neutral, shown ?? textOf(response["llmContent"])) };
}

/** Qwen Code's answer: Claude's, with `continue: false` to enforce a refusal about a tool. The run continues. */
function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const refuses = answer.decision === "deny" || answer.decision === "ask";
  return encodeClaudeShape(refuses ? enforced(answer, input) : answer, input);
}

function enforced(answer: Answer, { event }: HookInput): Answer {
  const stop = { reason: answer.reason ?? "" };
  // Of several hooks the last decision counts, so an allow after ours would undo a denial or a question. It cannot undo this.
  if (event === "PreToolUse") return { ...answer, stop };
  if (event !== "PostToolUse") return answer;
  // Here Qwen Code ignores `decision`.
  const { decision: _, ...rest } = answer;
  return { ...rest, stop };
}
