/** What goose would have sent, for hooks that were written for it: no result of a tool, and the folder only with a tool and at a stop. */

import { lookUp, tableOf } from "../../lookup.ts";
import { isObject, type JsonObject } from "../../model/json.ts";
import { type OwnTools, shimOf, type ShimValues } from "../shim-payload.ts";
import type { ShimPayload } from "../shim.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: ({ server, tool }) => `${server}__${tool}` };

const ofTool = ({ tool, callId, cwd }: ShimValues): JsonObject => ({
  matcher_context: tool.name,
  tool_call_id: callId,
  tool_name: tool.name,
  tool_input: tool.input,
  working_dir: cwd,
});

/** Events for one kind of tool: the usual event for the same call, the tools, and the field that a matcher is about. */
const OF_ONE_KIND = tableOf<readonly [usual: string, tools: readonly string[], matched: string]>({
  BeforeShellExecution: ["PreToolUse", ["shell"], "command"],
  AfterShellExecution: ["PostToolUse", ["shell"], "command"],
  BeforeReadFile: ["PreToolUse", ["Read"], "file_path"],
  AfterFileEdit: ["PostToolUse", ["write", "edit"], "path"],
});

export const shim = shimOf({
  hookTime,
  own,
  everywhere: ({ session }, nativeEvent) => ({ event: nativeEvent, session_id: session, matcher_context: null }),
  fields: {
    SessionStart: () => ({}),
    UserPromptSubmit: ({ prompt }) => ({ matcher_context: prompt, message: prompt }),
    PreToolUse: ofTool,
    PostToolUse: ofTool,
    PostToolUseFailure: ofTool,
    Stop: ({ lastMessage, cwd }) => ({ last_assistant_message: lastMessage, working_dir: cwd }),
    SessionEnd: () => ({}),
  },
  atEvent: atKind,
  matched: tableOf({
    UserPromptSubmit: "matcher_context",
    BeforeShellExecution: "matcher_context",
    AfterShellExecution: "matcher_context",
    BeforeReadFile: "matcher_context",
    AfterFileEdit: "matcher_context",
  }),
  environment: (_seen, { pluginRoot }): Readonly<Record<string, string>> => (pluginRoot === undefined ? {} : { PLUGIN_ROOT: pluginRoot }),
});

function atKind(event: string, sent: ShimPayload): ShimPayload | undefined {
  const kind = lookUp(OF_ONE_KIND, event);
  if (kind === undefined) return sent;
  const [at, names, matched] = kind;
  const { tool_call_id: _, ...payload } = sent.payload;
  const { tool_name: name, tool_input: input } = payload;
  if (sent.nativeEvent !== at || typeof name !== "string" || !names.includes(name)) return undefined;
  const context = isObject(input) ? (lookUp(input, matched) ?? null) : null;
  return { nativeEvent: event, payload: { ...payload, event, matcher_context: context }, usual: sent };
}
