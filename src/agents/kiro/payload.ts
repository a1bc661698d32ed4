/** Kiro CLI at hook time: events as an agent file names them, Claude's keys in the payload, exit codes and plain text in the answer. */

import { lookUp } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type Json } from "../../model/json.ts";
import { SILENCE } from "../../model/outcome.ts";
import { FILE_KINDS, textOf, toolResponse } from "../../model/tool-fields.ts";
import { mcpCall, type NeutralTool, toolCall, type ToolCall } from "../../model/tool.ts";
import type { HandlerExit, HookTime, NativeReading, ToolFacts } from "../agent.ts";
import { claudeHookTime, toolPartOf } from "../claude-shape/payloads.ts";
import { can, documented, eventTable, toolNames } from "../facts.ts";
import { answered, denied, exitedWith, isEventOf, recognised, USUAL_ANSWER } from "../payload.ts";

export const HOOKS = documented("https://kiro.dev/docs/cli/hooks/", "2026-11-15");

export const events = eventTable(HOOKS, {
  agentSpawn: { event: "SessionStart", can: can("context") },
  userPromptSubmit: { event: "UserPromptSubmit", can: can("context"), note: "exit code 2 only warns here" },
  preToolUse: {
    event: "PreToolUse",
    can: can("block"),
    note: "exit code 2 denies, and stderr is the reason the model reads; stdout is not documented",
  },
  postToolUse: { event: "PostToolUse", note: "also for a tool that failed: see `tool_response.success`" },
  stop: { event: "Stop", note: "cannot be refused" },
});

export const tools: ToolFacts = {
  names: toolNames({
    shell: ["execute_bash", "execute_cmd", "shell"],
    file_read: ["fs_read", "read"],
    // With another `command` than `create` it is an edit.
    file_write: ["fs_write", "write"],
    file_edit: ["str_replace"],
    search: ["grep"],
    find: ["glob"],
    web_search: ["web_search"],
    web_fetch: ["web_fetch"],
    agent: ["use_subagent", "subagent"],
  }),
  fields: [
    // One call reads several files.
    { claude: "file_path", in: "operations", native: "path", kinds: ["file_read"] },
    { claude: "file_path", native: "path", kinds: FILE_KINDS },
    { claude: "content", native: "file_text", kinds: ["file_write"] },
    // Kiro takes it where a new file's text is missing.
    { claude: "content", native: "new_str", kinds: ["file_write"] },
    { claude: "old_string", native: "old_str", kinds: ["file_edit"] },
    { claude: "new_string", native: "new_str", kinds: ["file_edit"] },
    { claude: "glob", native: "include", kinds: ["search"] },
  ],
  source: documented("https://kiro.dev/docs/cli/reference/built-in-tools/", "2026-11-15"),
};

export const hookTime: HookTime = {
  ...claudeHookTime({
    agent: "kiro",
    events,
    tools,
    toolPart: (native, input) => toolPartOf(mcpTool(native) ?? toolCall(native, neutralOf(native, input)), input, tools),
    reread: (input, { tool_response: response, assistant_response: final }) => ({
      ...input,
      ...(isObject(response) ? { toolResponse: () => toolResponse(response, input.tool?.neutral, textOf(response["result"])) } : {}),
      ...(final === undefined ? {} : { details: { last_assistant_message: final, ...input.details } }),
    }),
  }),
  ...USUAL_ANSWER,
  contextLimit: { count: 10_240, unit: "bytes" },
  recognise: ({ hook_event_name: event, cursor_version: ofCursor }) =>
    recognised(isEventOf(events, event) && ofCursor === undefined, undefined),
  encode: ({ decision, reason, context }) => {
    if (decision === "deny") return { stdout: "", stderr: `${reason}\n`, exitCode: 2 };
    return context === undefined ? SILENCE : { stdout: context, stderr: "", exitCode: 0 };
  },
  readNative: readHandler,
};

function neutralOf(native: string, input: Json): NeutralTool | undefined {
  const neutral = lookUp(tools.names, native);
  const act = isObject(input) ? input["command"] : undefined;
  return neutral === "file_write" && typeof act === "string" && act !== "create" ? "file_edit" : neutral;
}

function mcpTool(native: string): ToolCall | undefined {
  const at = native.indexOf("/");
  if (!native.startsWith("@") || at < 2 || at === native.length - 1) return undefined;
  return mcpCall(native, { server: native.slice(1, at), tool: native.slice(at + 1) });
}

/** A handler written for Kiro CLI: its output is context where Kiro accepts any, and exit code 2 denies a tool. */
function readHandler({ code, stdout, stderr }: HandlerExit, { event, can }: HookInput): NativeReading {
  if (code === 2 && event === "PreToolUse") return answered(denied(stderr.trim()));
  if (code !== 0) return exitedWith(code);
  const context = stdout.trim();
  return answered(can.context && context !== "" ? { context } : {});
}
