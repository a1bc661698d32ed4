/** Claude Code at hook time. */

import type { HookInput } from "../../canonical/input.ts";
import { isObject } from "../../canonical/json.ts";
import { type Answer, type Outcome, type Reply, SILENCE } from "../../canonical/outcome.ts";
import { lookUp } from "../../lookup.ts";
import type { HandlerExit, HookTime, NativeReading } from "../agent.ts";
import { encodeClaudeShape } from "../claude-shape/encode-answer.ts";
import { fieldsLost, readClaudeHandler } from "../claude-shape/read-handler.ts";
import { type ClaudeShape, namedServer, readClaudeShape, readMcpName, withToolInput } from "../claude-shape/read-payload.ts";
import { changedInput, claudeInput, namedTool } from "../named-tool.ts";
import { events, tools } from "./native.ts";

/** A handler written for Claude Code. Two of its events are answered by fields of their own. */
function readHandler(exit: HandlerExit, { event, nativeEvent }: HookInput): NativeReading {
  const text = lookUp(events, nativeEvent)?.text;
  // Claude Code shows stderr to the user and asks as if there were no hook.
  const exit2Blocks = event !== "PermissionRequest";
  const reading = readClaudeHandler(exit, { text, exit2Blocks, passesUnknownFields: true });
  if (reading.kind !== "answer") return reading;
  if (TAKES_NO_NESTED.has(nativeEvent)) return withoutNested(reading.outcome, reading);
  return event === null ? { ...reading, outcome: withOwnFields(reading.outcome, text === "path") } : reading;
}

/** There Claude Code throws away an answer with a `hookSpecificOutput`, and with it what other handlers said. */
const TAKES_NO_NESTED = new Set([
  ...["PreCompact", "PostCompact", "SessionEnd", "StopFailure", "TaskCreated", "TaskCompleted", "TeammateIdle", "ConfigChange"],
  ...["WorktreeRemove", "InstructionsLoaded"],
]);

function withoutNested({ native = {}, ...outcome }: Outcome, reading: NativeReading): NativeReading {
  const { hookSpecificOutput: nested, ...top } = native;
  if (nested === undefined) return reading;
  return {
    kind: "answer",
    outcome: Object.keys(top).length === 0 ? outcome : { ...outcome, native: top },
    losses: fieldsLost({ hookSpecificOutput: nested }),
  };
}

/** The path of a worktree may be a field, and the question of an MCP server is refused by one. */
function withOwnFields(outcome: Outcome, isPath: boolean): Outcome {
  const nested = outcome.native?.["hookSpecificOutput"];
  if (!isObject(nested)) return outcome;
  const { worktreePath, action } = nested;
  if (isPath && typeof worktreePath === "string") return { ...outcome, text: worktreePath };
  return action === "decline" || action === "cancel" ? { ...outcome, decision: "deny" } : outcome;
}

const shape: ClaudeShape = {
  agent: "claude-code",
  events,
  toolPart: (native, input, payload) => {
    const also = native === "Monitor" && isObject(input) && isObject(input["ws"]) ? ["WebFetch", "web_fetch"] : [];
    const tool = readMcpName(native, namedServer(payload, "mcp_server", "name")) ?? namedTool(native, tools, input, also);
    return { tool, toolInput: claudeInput(tool, input, tools) };
  },
};

export const hookTime: HookTime = {
  name: shape.agent,
  events,
  allow: "always",
  contextBesideDeny: "beside",
  contextLimit: { count: 10_000, unit: "characters" },
  systemMessage: true,
  suppressOutput: true,
  recognise: (payload, env) => {
    const event = payload["hook_event_name"];
    const isOurs = typeof event === "string" && Object.hasOwn(events, event) && typeof payload["transcript_path"] === "string";
    if (isOurs && !("timestamp" in payload) && !("turn_id" in payload && "model" in payload)) return "shape";
    return env["CLAUDECODE"] === "1" ? "mark" : "no";
  },
  read: (payload, nativeEvent) => {
    const input = readClaudeShape(payload, nativeEvent, shape);
    // Claude Code reports finished background tasks as if the user had typed them.
    return input.event === "UserPromptSubmit" && input.prompt?.trimStart().startsWith("<task-notification>")
      ? { ...input, event: null }
      : input;
  },
  encode: encodeAnswer,
  changedInput: (input, fields) => changedInput(input.tool, input.nativeToolInput ?? {}, fields, tools),
  withToolInput,
  readNative: readHandler,
};

/** Claude Code's answer: its own shape, except where it reads exit codes alone or rejects nested fields. */
function encodeAnswer(answer: Answer, input: HookInput): Reply {
  if (lookUp(events, input.nativeEvent)?.byExitCode === true) return byExitCode(answer, input);
  if (answer.skillsChanged === true) return encodeClaudeShape(reloadingSkills(answer), input);
  return encodeClaudeShape(answer.decision === "deny" && takesNoMore(input) ? bare(answer) : answer, input);
}

/** With exit code 2 Claude Code shows stderr and reads nothing else. */
function byExitCode(answer: Answer, input: HookInput): Reply {
  const words = [answer.decision === "deny" ? answer.reason : undefined, answer.systemMessage].filter((text) => text !== undefined);
  return words.length === 0 ? encodeClaudeShape(answer, input) : { ...SILENCE, stderr: `${words.join("\n")}\n`, exitCode: 2 };
}

/** At events of its own a denial goes without fields that might say otherwise, such as an answer to the question of an MCP server. */
function takesNoMore({ event }: HookInput): boolean {
  return event === null;
}

function bare({ native = {}, ...answer }: Answer): Answer {
  const { hookSpecificOutput: _, ...top } = native;
  return { ...answer, native: top };
}

/** Claude Code lists skills before a new session's hooks run, and again when a hook asks for it. */
function reloadingSkills(answer: Answer): Answer {
  const nested = answer.native?.["hookSpecificOutput"];
  return { ...answer, native: { ...answer.native, hookSpecificOutput: { ...(isObject(nested) ? nested : {}), reloadSkills: true } } };
}
