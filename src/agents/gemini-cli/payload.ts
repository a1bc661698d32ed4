/** Gemini CLI at hook time: Claude's keys in the payload, an answer of its own. https://geminicli.com/docs/hooks/reference/ */

import { tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { compact, fieldsOf, isObject, type JsonObject, parseJson, stringOr } from "../../model/json.ts";
import type { Answer, Reply } from "../../model/outcome.ts";
import { SEARCH_KINDS, textOf, toolResponse } from "../../model/tool-fields.ts";
import { mcpCall, type ToolCall } from "../../model/tool.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import { claudeHookTime, readClaudeFields, replyWith, toolPartOf } from "../claude-shape/payloads.ts";
import { can, eventTable, measured, toolNames } from "../facts.ts";
import { answered, denied, exitedWith, isEventOf, namedTool, recognised, splitMcpTool, USUAL_ANSWER } from "../payload.ts";

export const SEEN = measured("0.61.0", "2026-11-15");

const OWN = measured("0.61.0", "2026-11-18");

export const SETTINGS = ".gemini/settings.json";

export const events = eventTable(SEEN, {
  SessionStart: { can: can("context") },
  BeforeAgent: { event: "UserPromptSubmit", can: can("block", "context", "stop") },
  BeforeTool: {
    event: "PreToolUse",
    can: can("block", "ask", "rewrite", "stop"),
    note: "context is ignored here and waits for the result of the tool",
  },
  AfterTool: {
    event: "PostToolUse",
    can: can("block", "context", "stop"),
    note: "a block replaces the result by the reason; a failed tool carries no context; a denied one has no such event",
  },
  AfterAgent: { event: "Stop", can: can("block", "stop"), note: "no limit of its own" },
  Notification: { can: can() },
  PreCompress: { event: "PreCompact", note: "fires before every request to the model" },
  SessionEnd: { can: can() },
  BeforeModel: { can: can("block", "stop"), prevents: "the request to the model", source: OWN },
  AfterModel: {
    can: can("block", "stop"),
    prevents: "what the model answered: the run ends",
    source: OWN,
    note: "a denial alone only shows its reason, and the tool runs, so it is sent with `continue: false`",
  },
  BeforeToolSelection: { showsNothing: true, source: OWN, note: "`toolConfig` limits the tools" },
});

export const tools: ToolFacts = {
  names: toolNames({
    shell: ["run_shell_command"],
    file_read: ["read_file"],
    file_write: ["write_file"],
    file_edit: ["replace"],
    search: ["grep_search", "search_file_content"],
    find: ["glob"],
    web_search: ["google_web_search"],
    web_fetch: ["web_fetch"],
    agent: ["invoke_agent"],
  }),
  // `save_memory` was removed in 0.61; older versions write a file with it.
  beside: tableOf({ save_memory: "file_write", read_many_files: "file_read" }),
  fields: [
    { claude: "replace_all", native: "allow_multiple", kinds: ["file_edit"] },
    { claude: "path", native: "dir_path", kinds: SEARCH_KINDS },
    { claude: "glob", native: "include_pattern", kinds: ["search"] },
    { claude: "subagent_type", native: "agent_name", kinds: ["agent"] },
    { claude: "content", native: "fact", of: ["save_memory"] },
    { claude: "file_path", of: ["save_memory"] },
    { claude: "file_path", in: "include", of: ["read_many_files"] },
    { claude: "file_path", in: "paths", of: ["read_many_files"] },
    // It fetches the addresses that it finds in its prompt.
    { claude: "url", of: ["web_fetch"] },
  ],
  source: SEEN,
};

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "gemini-cli",
    events,
    tools,
    toolPart: (native, input, payload) => toolPartOf(mcpTool(native, payload) ?? namedTool(native, tools, input), input, tools),
    reread: (input, payload) => {
      const response = payload["tool_response"];
      if (input.event !== "PostToolUse" || !isObject(response)) return input;
      const failed = response["error"] !== undefined && response["error"] !== null;
      // The model gets a shell's result wrapped in warnings; the user sees the output itself.
      const shown = input.tool?.neutral === "shell" ? stringOr(response["returnDisplay"], undefined) : undefined;
      return {
        ...input,
        toolResponse: () => toolResponse(response, input.tool?.neutral, shown ?? textOf(response["llmContent"])),
        ...(failed ? { can: { ...input.can, context: false } } : {}),
      };
    },
  }),
  ...USUAL_ANSWER,
  systemMessage: true,
  suppressOutput: true,
  recognise: (payload, env) =>
    recognised(isEventOf(events, payload["hook_event_name"]) && "timestamp" in payload, env["GEMINI_SESSION_ID"]),
  encode: encodeAnswer,
  readNative: readHandler,
};

/** The payload names the server. Without it every way to split `mcp_server_tool` is possible. */
function mcpTool(native: string, payload: JsonObject): ToolCall | undefined {
  const { server_name: server, tool_name: tool } = fieldsOf(payload["mcp_context"]);
  if (typeof server === "string" && typeof tool === "string") return mcpCall(native, { server, tool });
  return splitMcpTool(native, "mcp_", "_");
}

function encodeAnswer(answer: Answer, input: HookInput): Reply {
  const native = fieldsOf(answer.native?.["hookSpecificOutput"]);
  const nested = compact({ ...native, tool_input: answer.toolInput, additionalContext: answer.context });
  // After an answer of the model a denial alone only shows its reason, and a tool that the model called runs.
  const { decision, reason = "" } = answer;
  const stop = answer.stop ?? (decision === "deny" && input.nativeEvent === "AfterModel" ? { reason } : undefined);
  const output: JsonObject = {
    ...answer.native,
    decision: answer.decision ?? answer.native?.["decision"],
    reason: answer.reason ?? answer.native?.["reason"],
    ...(stop === undefined ? {} : { continue: false, stopReason: stop.reason }),
    systemMessage: shownMessage(answer, input),
    // It would hide the message.
    suppressOutput: shownMessage(answer, input) === undefined ? answer.suppressOutput : undefined,
    hookSpecificOutput: Object.keys(nested).length === 0 ? undefined : { hookEventName: input.nativeEvent, ...nested },
  };
  return replyWith(compact(output));
}

/** At a prompt and a stop Gemini shows the message instead of the reason, and in the dialog of a question nothing but the message. */
function shownMessage({ decision, reason, systemMessage }: Answer, { event }: HookInput): string | undefined {
  const replacesReason = decision === "deny" && (event === "UserPromptSubmit" || event === "Stop");
  if (decision === "ask" || (replacesReason && systemMessage !== undefined)) return [reason, systemMessage].filter(Boolean).join("\n");
  return systemMessage;
}

/** A handler written for Gemini CLI: JSON counts whatever the exit code; without it codes above 1 block if stderr says why. */
function readHandler(exit: HandlerExit): NativeReading {
  const text = exit.stdout.trim();
  const value = parseJson(text);
  if (isObject(value)) {
    const { native, ...outcome } = readClaudeFields(value);
    const { tool_input, ...rest } = fieldsOf(native?.["hookSpecificOutput"]);
    const passed = { ...native, hookSpecificOutput: Object.keys(rest).length === 0 ? undefined : rest };
    return answered({ ...outcome, ...(isObject(tool_input) ? { nativeInput: tool_input } : {}), native: passed });
  }
  const reason = exit.stderr.trim();
  if (exit.code >= 2 && reason !== "") return answered(denied(reason));
  if (exit.code !== 0) return exitedWith(exit.code);
  return answered(text === "" ? {} : { systemMessage: text });
}
