/** What Cursor would have sent, for hooks that were written for it. https://cursor.com/docs/hooks lists the variables. */

import { isObject, type Json, type JsonObject } from "../../canonical/json.ts";
import { tableOf } from "../../lookup.ts";
import { toolKeys } from "../claude-shape/write-payload.ts";
import type { Shim } from "../shim.ts";
import { payloadOf, type Told, unknownKind } from "../told-event.ts";
import { namesFor, type OwnTools } from "../told-tool.ts";
import { hookTime } from "./payload.ts";
import { atOneKind, KIND_MATCHERS } from "./shim-kinds.ts";
import { tools } from "./tools.ts";

/** The version whose payloads these are. */
const VERSION = "1.0.32";

const own: OwnTools = { tools, covers: tableOf({ file_edit: "Write" }), mcpName: ({ tool }) => `MCP:${tool}` };

const ofTool = (told: Told): JsonObject => ({
  ...toolKeys(told),
  tool_input: inputOf(told),
  tool_use_id: told.callId,
  cwd: told.cwd,
});
const ofSubagent = ({ agentId, agentType, session }: Told): JsonObject => ({
  subagent_id: agentId,
  subagent_type: agentType,
  parent_conversation_id: session,
});
const atEnd = ({ isStopAgain }: Told): JsonObject => ({ status: "completed", loop_count: isStopAgain ? 1 : 0 });

const usual = payloadOf({
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
    PostToolUse: (told) => ({ ...ofTool(told), tool_output: outputOf(told), duration: 0 }),
    PostToolUseFailure: (told) => ({
      ...ofTool(told),
      error_message: told.error,
      failure_type: "error",
      duration: 0,
      is_interrupt: false,
    }),
    Stop: atEnd,
    SubagentStart: ofSubagent,
    SubagentStop: (told) => ({ ...ofSubagent(told), ...atEnd(told), summary: told.lastMessage }),
    PreCompact: ({ trigger }) => ({ trigger }),
    SessionEnd: ({ reason }) => ({ reason, is_background_agent: false, final_status: "completed" }),
  },
});

export const shim: Shim = {
  hookTime,
  payload: (input, where, event) => {
    const sent = usual(input, where);
    return sent === undefined || event === undefined || event === sent.nativeEvent ? sent : atOneKind(event, sent, input);
  },
  unknownFields: (input) => unknownKind(input, "subagent_type"),
  matched: KIND_MATCHERS,
  alsoNamed: (tool) => namesFor(tool, own),
  environment: (_seen, { project }) => ({ CURSOR_PROJECT_DIR: project, CURSOR_VERSION: VERSION, CLAUDE_PROJECT_DIR: project }),
  // An edit was told as a write of its new text.
  rewritten: ({ content, ...changes }, { tool }) =>
    content === undefined ? changes : { ...changes, [tool?.neutral === "file_edit" ? "new_string" : "content"]: content },
};

/** An edit arrives as `Write`; of its text only the new part is known. */
function inputOf({ tool: { neutral, input } }: Told): Json {
  const text = neutral === "file_edit" && isObject(input) ? input["new_string"] : undefined;
  return isObject(input) && typeof text === "string" ? { ...input, content: text } : input;
}

/** JSON inside a string. */
function outputOf({ tool, result, content }: Told): string {
  if (tool.mcp !== undefined) return JSON.stringify({ content, isError: false });
  return JSON.stringify(tool.neutral === "shell" ? { output: result, exitCode: 0 } : { text: result });
}
