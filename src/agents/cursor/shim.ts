/** What Cursor would have sent, for hooks that were written for it. https://cursor.com/docs/hooks lists the variables. */

import { isAbsolute, join } from "node:path";

import { readRegularTextIfAny } from "../../host/read-file.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import type { HookInput } from "../../model/input.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import type { NeutralTool } from "../../model/tool.ts";
import { mcpOf, type OwnTools, shimOf, type ShimValues, toolKeys, unknownKind } from "../shim-payload.ts";
import type { ShimPayload } from "../shim.ts";
import { hookTime, tools } from "./payload.ts";

interface Kind {
  readonly usual: "preToolUse" | "postToolUse";
  readonly of: readonly NeutralTool[] | "mcp";
  readonly fields: (call: Call) => JsonObject;
}

interface Call {
  readonly input: HookInput;
  readonly fields: JsonObject;
  readonly payload: JsonObject;
}

const command: Kind["fields"] = ({ fields }) => ({ command: fields["command"] ?? "", sandbox: false });
const tool: Kind["fields"] = ({ input, payload }) => {
  const { server = "", tool: name = "" } = mcpOf(input.tool) ?? {};
  return { tool_name: name, tool_input: JSON.stringify(payload["tool_input"] ?? {}), mcp_server_name: server };
};

/** Cursor's events for one kind of tool. They fire for the same calls as `preToolUse` and `postToolUse`, with other keys. */
const KINDS = tableOf<Kind>({
  beforeShellExecution: { usual: "preToolUse", of: ["shell"], fields: (call) => ({ ...command(call), cwd: call.payload["cwd"] ?? "" }) },
  beforeMCPExecution: { usual: "preToolUse", of: "mcp", fields: (call) => ({ ...tool(call), command: "" }) },
  beforeReadFile: {
    usual: "preToolUse",
    of: ["file_read"],
    fields: ({ input, fields }) => ({ file_path: fields["file_path"] ?? "", content: contentOf(input, fields), attachments: [] }),
  },
  afterShellExecution: {
    usual: "postToolUse",
    of: ["shell"],
    fields: (call) => ({ ...command(call), output: call.input.toolResponse?.()["stdout"] ?? "", duration: 0 }),
  },
  afterMCPExecution: {
    usual: "postToolUse",
    of: "mcp",
    fields: (call) => ({ ...tool(call), result_json: call.payload["tool_output"] ?? "", duration: 0 }),
  },
  afterFileEdit: {
    usual: "postToolUse",
    of: ["file_write", "file_edit"],
    fields: ({ fields }) => ({
      file_path: fields["file_path"] ?? "",
      edits: [{ old_string: fields["old_string"] ?? "", new_string: fields["new_string"] ?? fields["content"] ?? "" }],
    }),
  },
});

const KIND_MATCHERS = tableOf({
  beforeShellExecution: "command",
  afterShellExecution: "command",
  beforeMCPExecution: "tool_name",
  afterMCPExecution: "tool_name",
  subagentStart: "subagent_type",
  subagentStop: "subagent_type",
});

function atOneKind(event: string, usual: ShimPayload, input: HookInput): ShimPayload | undefined {
  const kind = lookUp(KINDS, event);
  if (kind === undefined || kind.usual !== usual.nativeEvent) return undefined;
  const { neutral } = input.tool ?? {};
  const isOfKind = kind.of === "mcp" ? mcpOf(input.tool) !== undefined : neutral !== undefined && kind.of.includes(neutral);
  if (!isOfKind) return undefined;
  const { tool_name: _name, tool_input: given, tool_use_id: _id, tool_output: _output, cwd: _cwd, ...base } = usual.payload;
  const fields = isObject(given) ? given : {};
  const payload = { ...base, hook_event_name: event, ...kind.fields({ input, fields, payload: usual.payload }) };
  return { nativeEvent: event, payload, usual };
}

const MOST_BYTES = 1024 * 1024;

/** What the tool is about to read. A hook may look for secrets in it. */
function contentOf({ cwd }: HookInput, { file_path: file }: JsonObject): string {
  if (typeof file !== "string" || file === "") return "";
  return readRegularTextIfAny(isAbsolute(file) ? file : join(cwd ?? "", file), { maxBytes: MOST_BYTES }) ?? "";
}

/** The version whose payloads these are. */
const VERSION = "1.0.32";

const own: OwnTools = { tools, covers: tableOf({ file_edit: "Write" }), mcpName: ({ tool }) => `MCP:${tool}` };

const ofTool = (values: ShimValues): JsonObject => ({
  ...toolKeys(values),
  tool_input: inputOf(values),
  tool_use_id: values.callId,
  cwd: values.cwd,
});
const ofSubagent = ({ agentId, agentType, session }: ShimValues): JsonObject => ({
  subagent_id: agentId,
  subagent_type: agentType,
  parent_conversation_id: session,
});
const atEnd = ({ isStopAgain }: ShimValues): JsonObject => ({ status: "completed", loop_count: isStopAgain ? 1 : 0 });

export const shim = shimOf({
  hookTime,
  own,
  everywhere: ({ session, turn, model, project, transcript }, nativeEvent) => ({
    conversation_id: session,
    generation_id: turn,
    model,
    session_id: session,
    hook_event_name: nativeEvent,
    cursor_version: VERSION,
    workspace_roots: [project],
    user_email: null,
    transcript_path: transcript,
  }),
  fields: {
    SessionStart: () => ({ is_background_agent: false, composer_mode: "agent" }),
    UserPromptSubmit: ({ prompt }) => ({ prompt, attachments: [], composer_mode: "agent" }),
    PreToolUse: ofTool,
    PostToolUse: (values) => ({ ...ofTool(values), tool_output: outputOf(values), duration: 0 }),
    PostToolUseFailure: (values) => ({
      ...ofTool(values),
      error_message: values.error,
      failure_type: "error",
      duration: 0,
      is_interrupt: false,
    }),
    Stop: atEnd,
    SubagentStart: ofSubagent,
    SubagentStop: (values) => ({ ...ofSubagent(values), ...atEnd(values), summary: values.lastMessage }),
    PreCompact: ({ trigger }) => ({ trigger }),
    SessionEnd: ({ reason }) => ({ reason, is_background_agent: false, final_status: "completed" }),
  },
  atEvent: atOneKind,
  unknownFields: (input) => unknownKind(input, "subagent_type"),
  matched: KIND_MATCHERS,
  environment: (_seen, { project }) => ({ CURSOR_PROJECT_DIR: project, CURSOR_VERSION: VERSION, CLAUDE_PROJECT_DIR: project }),
  // An edit was sent as a write of its new text.
  rewritten: ({ content, ...changes }, { tool }) =>
    content === undefined ? changes : { ...changes, [tool?.neutral === "file_edit" ? "new_string" : "content"]: content },
});

/** An edit arrives as `Write`; of its text only the new part is known. */
function inputOf({ tool: { neutral, input } }: ShimValues): Json {
  const text = neutral === "file_edit" && isObject(input) ? input["new_string"] : undefined;
  return isObject(input) && typeof text === "string" ? { ...input, content: text } : input;
}

function outputOf({ tool, result, content }: ShimValues): string {
  if (tool.mcp !== undefined) return JSON.stringify({ content, isError: false });
  return JSON.stringify(tool.neutral === "shell" ? { output: result, exitCode: 0 } : { text: result });
}
