/** What Qwen Code would have sent, for hooks that were written for it. */

import { lookUp, tableOf } from "../../lookup.ts";
import type { JsonObject } from "../../model/json.ts";
import { mcpToolName } from "../../model/tool.ts";
import { claudeKeys, MATCHED_FIELDS, namesFor, type OwnTools, payloadOf, type ShimValues, toolKeys, unknownKind } from "../shim-payload.ts";
import type { Shim } from "../shim.ts";
import { hookTime, tools } from "./payload.ts";

const own: OwnTools = { tools, mcpName: mcpToolName };

const MODES = tableOf({ acceptEdits: "auto-edit", bypassPermissions: "yolo", plan: "plan" });

const inPrompt = ({ turn }: ShimValues): JsonObject => ({ prompt_id: turn });
const ofTool = (told: ShimValues): JsonObject => ({ ...inPrompt(told), ...toolKeys(told) });
const ofCall = (told: ShimValues): JsonObject => ({ ...ofTool(told), tool_use_id: told.callId, tool_call_id: told.callId });
const ofSubagent = (told: ShimValues): JsonObject => ({ ...inPrompt(told), agent_id: told.agentId, agent_type: told.agentType });
const atEnd = (told: ShimValues): JsonObject => ({
  stop_hook_active: told.isStopAgain,
  last_assistant_message: told.lastMessage,
  background_tasks: [],
  crons: [],
});

export const shim: Shim = {
  hookTime,
  payload: payloadOf({
    hookTime,
    own,
    everywhere: (told, nativeEvent) => ({
      ...claudeKeys(told, nativeEvent),
      timestamp: told.time.toISOString(),
      permission_mode: lookUp(MODES, told.permissionMode) ?? "default",
    }),
    fields: {
      SessionStart: ({ source, model }) => ({ source, model }),
      UserPromptSubmit: (told) => ({ ...inPrompt(told), prompt: told.prompt, submitted_prompt: told.prompt }),
      PreToolUse: ofCall,
      PermissionRequest: (told) => ({ ...ofTool(told), permission_suggestions: [] }),
      PostToolUse: (told) => ({
        ...ofCall(told),
        tool_response: { llmContent: told.result, returnDisplay: told.result },
        duration_ms: 0,
      }),
      PostToolUseFailure: (told) => ({ ...ofCall(told), error: told.error, is_interrupt: false, duration_ms: 0 }),
      Stop: (told) => ({ ...inPrompt(told), ...atEnd(told) }),
      SubagentStart: ofSubagent,
      SubagentStop: (told) => ({ ...ofSubagent(told), agent_transcript_path: told.transcript, ...atEnd(told) }),
      Notification: ({ message, notification }) => ({ message, notification_type: notification }),
      PreCompact: ({ trigger }) => ({ trigger, custom_instructions: "" }),
      SessionEnd: ({ reason }) => ({ reason }),
      ErrorOccurred: ({ error }) => ({ error: "unknown", error_details: error }),
    },
  }),
  matched: MATCHED_FIELDS,
  unknownFields: (input) => unknownKind(input, "agent_type"),
  alsoNamed: (tool) => namesFor(tool, own),
  environment: (_seen, { project }) => ({ QWEN_PROJECT_DIR: project, GEMINI_PROJECT_DIR: project, CLAUDE_PROJECT_DIR: project }),
};
