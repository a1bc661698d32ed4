/** What Codex CLI would have sent, for hooks that were written for it. It sets no variables for them. */

import { tableOf } from "../../lookup.ts";
import { isObject, type Json, type JsonObject } from "../../model/json.ts";
import { patchFor, patchSections } from "../../model/patch.ts";
import { claudeKeys, namesFor, type OwnTools, shimOf, type ShimValues, toolKeys, unknownKind } from "../shim-payload.ts";
import { hookTime, patchForm, tools } from "./payload.ts";

const PATCH = "apply_patch";

const own: OwnTools = {
  tools,
  covers: tableOf({ file_write: PATCH }),
  mcpName: ({ server, tool }) => `mcp__${plain(server)}__${plain(tool)}`,
};

const inTurn = (values: ShimValues): JsonObject => ({ turn_id: values.turn, model: values.model });
const asked = (values: ShimValues): JsonObject => ({ ...inTurn(values), permission_mode: values.permissionMode });
const ofTool = (values: ShimValues): JsonObject => ({ ...asked(values), ...toolKeys(values), tool_input: inputOf(values) });
const ofSubagent = (values: ShimValues): JsonObject => ({ ...asked(values), agent_id: values.agentId, agent_type: values.agentType });
const atEnd = ({ isStopAgain, lastMessage }: ShimValues): JsonObject => ({
  stop_hook_active: isStopAgain,
  last_assistant_message: lastMessage,
});

export const shim = shimOf({
  hookTime,
  own,
  everywhere: claudeKeys,
  fields: {
    SessionStart: ({ model, permissionMode, source }) => ({ model, permission_mode: permissionMode, source }),
    UserPromptSubmit: (values) => ({ ...asked(values), prompt: values.prompt }),
    PreToolUse: (values) => ({ ...ofTool(values), tool_use_id: values.callId }),
    PermissionRequest: ofTool,
    PostToolUse: (values) => {
      const { tool, result, content, callId } = values;
      return { ...ofTool(values), tool_response: tool.mcp === undefined ? result : { content }, tool_use_id: callId };
    },
    Stop: (values) => ({ ...asked(values), ...atEnd(values) }),
    SubagentStart: ofSubagent,
    SubagentStop: (values) => ({ ...ofSubagent(values), agent_transcript_path: values.transcript, ...atEnd(values) }),
    PreCompact: (values) => ({ ...inTurn(values), trigger: values.trigger }),
    SessionEnd: ({ reason }) => ({ reason }),
  },
  matched: tableOf({ SessionStart: "source", PreCompact: "trigger", SubagentStart: "agent_type", SubagentStop: "agent_type" }),
  unknownFields: (input) => unknownKind(input, "agent_type"),
  // A patch is matched by all three names, whatever it does.
  alsoNamed: (tool) => (tool.native === PATCH ? ["Edit", "Write"] : namesFor(tool, own)),
  rewritten: (changes, { toolInput }) => {
    const patch = changes["patch"];
    if (typeof patch !== "string" || (isObject(toolInput) && "patch" in toolInput)) return changes;
    return onlyChangeIn(patch);
  },
});

/** `undefined` where the patch does more than write or edit one file. */
function onlyChangeIn(patch: string): JsonObject | undefined {
  const [only, ...others] = patchSections(patch, patchForm);
  if (only === undefined || others.length > 0) return undefined;
  const { file, content, before, after } = only;
  if (content !== undefined) return { file_path: file, content };
  return before === after ? undefined : { file_path: file, old_string: before, new_string: after };
}

function inputOf({ tool: { name, input } }: ShimValues): Json {
  if (name !== PATCH || !isObject(input)) return input;
  const { patch = patchFor(input) ?? "", file_path: _path, files: _files, ...rest } = input;
  return { ...rest, command: patch };
}

function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_]/g, "_");
}
