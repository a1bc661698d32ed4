/** Cursor's events for one kind of tool. They fire for the same calls as `preToolUse` and `postToolUse`, with other keys. */

import { isAbsolute, join } from "node:path";

import type { HookInput } from "../../canonical/input.ts";
import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import type { NeutralTool } from "../../canonical/tool.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import { readRegularTextIfAny } from "../../platform/read-regular.ts";
import type { ShimPayload } from "../shim.ts";
import { mcpOf } from "../told-tool.ts";

interface Kind {
  readonly usual: "preToolUse" | "postToolUse";
  readonly of: readonly NeutralTool[] | "mcp";
  readonly fields: (call: Call) => JsonObject;
}

interface Call {
  readonly input: HookInput;
  readonly fields: JsonObject;
  /** Of the usual event. */
  readonly payload: JsonObject;
}

const command: Kind["fields"] = ({ fields }) => ({ command: fields["command"] ?? "", sandbox: false });
const tool: Kind["fields"] = ({ input, payload }) => {
  const { server = "", tool: name = "" } = mcpOf(input.tool) ?? {};
  return { tool_name: name, tool_input: JSON.stringify(payload["tool_input"] ?? {}), mcp_server_name: server };
};

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
    fields: (call) => ({ ...command(call), output: printed(call), duration: 0 }),
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

/** At these events a matcher is about the command or the MCP tool. */
export const KIND_MATCHERS = tableOf({
  beforeShellExecution: "command",
  afterShellExecution: "command",
  beforeMCPExecution: "tool_name",
  afterMCPExecution: "tool_name",
  subagentStart: "subagent_type",
  subagentStop: "subagent_type",
});

export function atOneKind(event: string, usual: ShimPayload, input: HookInput): ShimPayload | undefined {
  const kind = lookUp(KINDS, event);
  if (kind === undefined || kind.usual !== usual.nativeEvent || !isOfKind(input, kind)) return undefined;
  const { tool_name: _name, tool_input: told, tool_use_id: _id, tool_output: _output, cwd: _cwd, ...base } = usual.payload;
  const fields = isObject(told) ? told : {};
  const payload = { ...base, hook_event_name: event, ...kind.fields({ input, fields, payload: usual.payload }) };
  return { nativeEvent: event, payload, usual };
}

function isOfKind({ tool: called }: HookInput, { of }: Kind): boolean {
  if (of !== "mcp") return called?.neutral !== undefined && of.includes(called.neutral);
  return mcpOf(called) !== undefined;
}

function printed({ input: { toolResponse = {} } }: Call): Json {
  return toolResponse["stdout"] ?? "";
}

const MOST_BYTES = 1024 * 1024;

/** What the tool is about to read. A hook may look for secrets in it. */
function contentOf({ cwd }: HookInput, { file_path: file }: JsonObject): string {
  if (typeof file !== "string" || file === "") return "";
  return readRegularTextIfAny(isAbsolute(file) ? file : join(cwd ?? "", file), { maxBytes: MOST_BYTES }) ?? "";
}
