/** Windsurf at hook time. Each kind of tool has its own event. It reads only exit codes: 2 prevents, with the reason on stderr. */

import { hasWord, lookUp, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { fieldsOf, isObject, type Json, type JsonObject, stringOr } from "../../model/json.ts";
import { SILENCE } from "../../model/outcome.ts";
import { toolResponse } from "../../model/tool-fields.ts";
import { mcpCall, toolCall } from "../../model/tool.ts";
import type { HookTime, ToolFacts } from "../agent.ts";
import { can, documented, eventTable } from "../facts.ts";
import { answered, changedInput, claudeInput, denied, exitedWith, ignoredText, isEventOf, readFrame, USUAL_ANSWER } from "../payload.ts";

export const HOOKS = documented("https://docs.windsurf.com/windsurf/cascade/hooks", "2026-11-15");

export const events = eventTable(HOOKS, {
  pre_user_prompt: { event: "UserPromptSubmit", can: can("block") },
  pre_run_command: { event: "PreToolUse", can: can("block") },
  pre_write_code: { event: "PreToolUse", can: can("block") },
  pre_read_code: { event: "PreToolUse", can: can("block"), note: "the path may be that of a folder" },
  pre_mcp_tool_use: { event: "PreToolUse", can: can("block") },
  post_run_command: { event: "PostToolUse", note: "without the command's output" },
  post_write_code: { event: "PostToolUse", can: can() },
  post_read_code: { event: "PostToolUse", can: can() },
  post_mcp_tool_use: { event: "PostToolUse", can: can() },
  post_cascade_response: { event: "Stop", note: "fires after the response, and cannot be refused" },
  post_cascade_response_with_transcript: { note: "fires with it, with a file instead of the text" },
  post_setup_worktree: { can: can() },
});

/** Windsurf names only the tools of MCP servers; otherwise the event determines the tool. */
export const tools: ToolFacts = {
  names: tableOf({
    run_command: "shell",
    // A new file is an edit of nothing.
    write_code: "file_edit",
    read_code: "file_read",
  }),
  fields: [
    { claude: "command", native: "command_line", of: ["run_command"] },
    // One write contains several edits.
    { claude: "old_string", in: "edits", native: "old_string", kinds: ["file_edit", "file_write"] },
    { claude: "new_string", in: "edits", native: "new_string", kinds: ["file_edit"] },
    { claude: "edits", native: "edits", of: ["write_code"] },
    { claude: "content", in: "edits", native: "new_string", kinds: ["file_write"] },
  ],
  source: HOOKS,
};

/** The arguments of an MCP tool are one level deeper than the fields of other tools. */
const ARGUMENTS = "mcp_tool_arguments";

function readToolInfo(nativeEvent: string, info: Json | undefined): Pick<HookInput, "tool" | "toolInput" | "nativeToolInput"> | undefined {
  const native = nativeEvent.replace(/^(?:pre|post)_/, "");
  if (!isObject(info)) return undefined;
  if (native === "mcp_tool_use") return mcpInfo(info);
  if (!hasWord(tools.names, native)) return undefined;
  const isNew = isNewFile(info);
  const tool = isNew ? toolCall(native, "file_write", ["Edit", "file_edit"]) : toolCall(native, lookUp(tools.names, native));
  return { tool, toolInput: claudeInput(tool, info, tools), nativeToolInput: info };
}

function mcpInfo(info: JsonObject) {
  const [server, tool] = [stringOr(info["mcp_server_name"], ""), stringOr(info["mcp_tool_name"], "")];
  const input = info[ARGUMENTS] ?? {};
  return { tool: mcpCall(tool, { server, tool }), toolInput: input, nativeToolInput: input };
}

function isNewFile(info: Json): boolean {
  const edits = isObject(info) ? info["edits"] : undefined;
  if (!Array.isArray(edits) || edits.length !== 1) return false;
  const [only] = edits as readonly Json[];
  return isObject(only) && only["old_string"] === "";
}

export const hookTime: HookTime = {
  name: "windsurf",
  events,
  ...USUAL_ANSWER,
  recognise: (payload) => (typeof payload["agent_action_name"] === "string" && "trajectory_id" in payload ? "shape" : "no"),
  read: (payload, registered) => {
    // Several events map to the same one, so the payload's own name for the event counts.
    const named = payload["agent_action_name"];
    const nativeEvent = isEventOf(events, named) ? named : registered;
    const { tool_info: toolInfo, ...rest } = payload;
    const info = fieldsOf(toolInfo);
    const call = readToolInfo(nativeEvent, toolInfo);
    return {
      ...readFrame("windsurf", events, nativeEvent, payload["trajectory_id"], info["cwd"]),
      ...call,
      toolResponse: "mcp_result" in info ? () => toolResponse(info["mcp_result"], undefined) : undefined,
      prompt: typeof info["user_prompt"] === "string" ? info["user_prompt"] : undefined,
      details: call === undefined ? { ...rest, ...otherDetails(info) } : rest,
      raw: payload,
    };
  },
  encode: ({ decision, reason }) => (decision === "deny" ? { stdout: "", stderr: `${reason}\n`, exitCode: 2 } : SILENCE),
  changedInput: ({ tool, nativeToolInput: native = {} }, fields) => changedInput(tool, native, fields, tools),
  withToolInput: (payload, input) => {
    const info = payload["tool_info"];
    return { ...payload, tool_info: isObject(info) && hasWord(info, ARGUMENTS) ? { ...info, [ARGUMENTS]: input } : input };
  },
  readNative: ({ code, stdout, stderr }) => {
    if (code === 2) return answered(denied(stderr.trim()));
    if (code !== 0) return exitedWith(code);
    return stdout.trim() === "" ? answered({}) : ignoredText();
  },
};

function otherDetails(info: JsonObject): JsonObject {
  const { user_prompt: _, response, ...rest } = info;
  return response === undefined ? rest : { ...rest, last_assistant_message: response };
}
