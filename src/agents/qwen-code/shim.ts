/** What Qwen Code would have sent, for hooks that were written for it. */

import { lookUp, tableOf } from "../../lookup.ts";
import type { JsonObject } from "../../model/json.ts";
import { mcpToolName } from "../../model/tool.ts";
import { claudeKeys, MATCHED_FIELDS, type OwnTools, shimOf, type ShimValues, toolKeys, unknownKind } from "../shim-payload.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: mcpToolName };

const MODES = tableOf({ acceptEdits: "auto-edit", bypassPermissions: "yolo", plan: "plan" });

const inPrompt = ({ turn }: ShimValues): JsonObject => ({ prompt_id: turn });
const ofTool = (values: ShimValues): JsonObject => ({ ...inPrompt(values), ...toolKeys(values) });
const ofCall = (values: ShimValues): JsonObject => ({ ...ofTool(values), tool_use_id: values.callId, tool_call_id: values.callId });
const ofSubagent = (values: ShimValues): JsonObject => ({ ...inPrompt(values), agent_id: values.agentId, agent_type: values.agentType });
const atEnd = (values: ShimValues): JsonObject => ({
  stop_hook_active: values.isStopAgain,
  last_assistant_message: values.lastMessage,
  background_tasks: [],
  crons: [],
});

export const shim = shimOf({
  hookTime,
  own,
  everywhere: (values, nativeEvent) => ({
    ...claudeKeys(values, nativeEvent),
    timestamp: values.time.toISOString(),
    permission_mode: lookUp(MODES, values.permissionMode) ?? "default",
  }),
  fields: {
    SessionStart: ({ source, model }) => ({ source, model }),
    UserPromptSubmit: (values) => ({ ...inPrompt(values), prompt: values.prompt, submitted_prompt: values.prompt }),
    PreToolUse: ofCall,
    PermissionRequest: (values) => ({ ...ofTool(values), permission_suggestions: [] }),
    PostToolUse: (values) => ({
      ...ofCall(values),
      tool_response: { llmContent: values.result, returnDisplay: values.result },
      duration_ms: 0,
    }),
    PostToolUseFailure: (values) => ({ ...ofCall(values), error: values.error, is_interrupt: false, duration_ms: 0 }),
    Stop: (values) => ({ ...inPrompt(values), ...atEnd(values) }),
    SubagentStart: ofSubagent,
    SubagentStop: (values) => ({ ...ofSubagent(values), agent_transcript_path: values.transcript, ...atEnd(values) }),
    Notification: ({ message, notification }) => ({ message, notification_type: notification }),
    PreCompact: ({ trigger }) => ({ trigger, custom_instructions: "" }),
    SessionEnd: ({ reason }) => ({ reason }),
    ErrorOccurred: ({ error }) => ({ error: "unknown", error_details: error }),
  },
  matched: MATCHED_FIELDS,
  unknownFields: (input) => unknownKind(input, "agent_type"),
  environment: (_seen, { project }) => ({ QWEN_PROJECT_DIR: project, GEMINI_PROJECT_DIR: project, CLAUDE_PROJECT_DIR: project }),
});
