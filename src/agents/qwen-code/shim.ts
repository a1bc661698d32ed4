/** What Qwen Code would have sent, for hooks that were written for it. */

import type { JsonObject } from "../../canonical/json.ts";
import { mcpToolName } from "../../canonical/tool.ts";
import { lookUp, tableOf } from "../../lookup.ts";
import { MATCHED_FIELDS } from "../claude-shape/matched-fields.ts";
import { claudeKeys, toolKeys } from "../claude-shape/write-payload.ts";
import type { Shim } from "../shim.ts";
import { payloadOf, type Told, unknownKind } from "../told-event.ts";
import { namesFor, type OwnTools } from "../told-tool.ts";
import { tools } from "./native.ts";
import { hookTime } from "./payload.ts";

const own: OwnTools = { tools, mcpName: mcpToolName };

const MODES = tableOf({ acceptEdits: "auto-edit", bypassPermissions: "yolo", plan: "plan" });

const inPrompt = ({ turn }: Told): JsonObject => ({ prompt_id: turn });
const ofTool = (told: Told): JsonObject => ({ ...inPrompt(told), ...toolKeys(told) });
const ofCall = (told: Told): JsonObject => ({ ...ofTool(told), tool_use_id: told.callId, tool_call_id: told.callId });
const ofSubagent = (told: Told): JsonObject => ({ ...inPrompt(told), agent_id: told.agentId, agent_type: told.agentType });
const atEnd = (told: Told): JsonObject => ({
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
