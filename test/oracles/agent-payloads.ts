/**
 * What each agent's payloads contain at each event, written by hand from captured payloads and, for agents that cannot be run, from the
 * vendors' documentation. A hook that was written for an agent finds these keys on every agent (IX-12). `a.b` is the key `b` inside `a`.
 */

export interface SentEvent {
  /** The neutral event. */
  readonly means: string;
  readonly keys: readonly string[];
  /** The payload does not say in which folder. */
  readonly noFolder?: true;
  /** The payload does not say what the tool returned. */
  readonly noResult?: true;
}

const CLAUDE = ["session_id", "transcript_path", "cwd", "hook_event_name"];
const TOOL = ["tool_name", "tool_input"];

const CODEX_TURN = [...CLAUDE, "turn_id", "model"];
const CODEX = [...CODEX_TURN, "permission_mode"];
const CODEX_STOP = ["stop_hook_active", "last_assistant_message"];

const GEMINI = [...CLAUDE, "timestamp"];
const QWEN = [...CLAUDE, "timestamp", "permission_mode"];
const QWEN_STOP = ["stop_hook_active", "last_assistant_message", "background_tasks", "crons"];

const COPILOT = ["sessionId", "timestamp", "cwd"];
const COPILOT_SUBAGENT = [...COPILOT, "transcriptPath", "agentName", "agentId", "agentType", "parentAgentId"];

const GOOSE = ["event", "session_id", "matcher_context"];
const GOOSE_TOOL = [...GOOSE, "tool_call_id", "tool_name", "tool_input", "working_dir"];
const GOOSE_KIND = [...GOOSE, "tool_name", "tool_input", "working_dir"];

const KIRO = ["hook_event_name", "cwd", "session_id"];

const OPENCODE = ["hook", "sessionID", "cwd", "input.sessionID", "output"];
const OPENCODE_TOOL = [...OPENCODE, "input.tool", "input.callID"];

const VSCODE = [...CLAUDE, "timestamp"];

const CURSOR = [
  ...["conversation_id", "generation_id", "model", "session_id", "hook_event_name", "cursor_version", "workspace_roots"],
  ...["user_email", "transcript_path"],
];
const CURSOR_SUBAGENT = [...CURSOR, "subagent_id", "subagent_type", "parent_conversation_id"];

const WINDSURF = ["agent_action_name", "trajectory_id", "execution_id", "timestamp", "tool_info"];
const EDITS = ["tool_info.file_path", "tool_info.edits"];
const MCP = ["tool_info.mcp_server_name", "tool_info.mcp_tool_name", "tool_info.mcp_tool_arguments"];

export const SENT: Readonly<Record<string, Readonly<Record<string, SentEvent>>>> = {
  codex: {
    SessionStart: { means: "SessionStart", keys: [...CLAUDE, "model", "permission_mode", "source"] },
    UserPromptSubmit: { means: "UserPromptSubmit", keys: [...CODEX, "prompt"] },
    PreToolUse: { means: "PreToolUse", keys: [...CODEX, ...TOOL, "tool_use_id"] },
    PermissionRequest: { means: "PermissionRequest", keys: [...CODEX, ...TOOL] },
    PostToolUse: { means: "PostToolUse", keys: [...CODEX, ...TOOL, "tool_response", "tool_use_id"] },
    Stop: { means: "Stop", keys: [...CODEX, ...CODEX_STOP] },
    SubagentStart: { means: "SubagentStart", keys: [...CODEX, "agent_id", "agent_type"] },
    SubagentStop: { means: "SubagentStop", keys: [...CODEX, ...CODEX_STOP, "agent_id", "agent_type", "agent_transcript_path"] },
    PreCompact: { means: "PreCompact", keys: [...CODEX_TURN, "trigger"] },
    SessionEnd: { means: "SessionEnd", keys: [...CLAUDE, "reason"] },
  },
  "gemini-cli": {
    SessionStart: { means: "SessionStart", keys: [...GEMINI, "source"] },
    BeforeAgent: { means: "UserPromptSubmit", keys: [...GEMINI, "prompt"] },
    BeforeTool: { means: "PreToolUse", keys: [...GEMINI, ...TOOL] },
    AfterTool: { means: "PostToolUse", keys: [...GEMINI, ...TOOL, "tool_response.llmContent", "tool_response.returnDisplay"] },
    AfterAgent: { means: "Stop", keys: [...GEMINI, "prompt", "prompt_response", "stop_hook_active"] },
    Notification: { means: "Notification", keys: [...GEMINI, "notification_type", "message"] },
    PreCompress: { means: "PreCompact", keys: [...GEMINI, "trigger"] },
    SessionEnd: { means: "SessionEnd", keys: [...GEMINI, "reason"] },
  },
  "qwen-code": {
    SessionStart: { means: "SessionStart", keys: [...QWEN, "source", "model"] },
    UserPromptSubmit: { means: "UserPromptSubmit", keys: [...QWEN, "prompt_id", "prompt"] },
    PreToolUse: { means: "PreToolUse", keys: [...QWEN, ...TOOL, "prompt_id", "tool_use_id", "tool_call_id"] },
    PermissionRequest: { means: "PermissionRequest", keys: [...QWEN, ...TOOL] },
    PostToolUse: {
      means: "PostToolUse",
      keys: [...QWEN, ...TOOL, "prompt_id", "tool_use_id", "tool_call_id", "tool_response.llmContent", "duration_ms"],
    },
    PostToolUseFailure: {
      means: "PostToolUseFailure",
      keys: [...QWEN, ...TOOL, "prompt_id", "tool_use_id", "tool_call_id", "error", "is_interrupt"],
    },
    Stop: { means: "Stop", keys: [...QWEN, ...QWEN_STOP, "prompt_id"] },
    SubagentStart: { means: "SubagentStart", keys: [...QWEN, "prompt_id", "agent_id", "agent_type"] },
    SubagentStop: { means: "SubagentStop", keys: [...QWEN, ...QWEN_STOP, "prompt_id", "agent_id", "agent_type", "agent_transcript_path"] },
    Notification: { means: "Notification", keys: [...QWEN, "message", "notification_type"] },
    PreCompact: { means: "PreCompact", keys: [...QWEN, "trigger"] },
    SessionEnd: { means: "SessionEnd", keys: [...QWEN, "reason"] },
    StopFailure: { means: "ErrorOccurred", keys: [...QWEN, "error"] },
  },
  "copilot-cli": {
    sessionStart: { means: "SessionStart", keys: [...COPILOT, "source", "initialPrompt"] },
    userPromptSubmitted: { means: "UserPromptSubmit", keys: [...COPILOT, "prompt"] },
    preToolUse: { means: "PreToolUse", keys: [...COPILOT, "toolName", "toolArgs"] },
    permissionRequest: { means: "PermissionRequest", keys: [...COPILOT, "hookName", "toolName", "toolInput", "permissionSuggestions"] },
    postToolUse: {
      means: "PostToolUse",
      keys: [...COPILOT, "toolName", "toolArgs", "toolResult.resultType", "toolResult.textResultForLlm"],
    },
    postToolUseFailure: { means: "PostToolUseFailure", keys: [...COPILOT, "toolName", "toolArgs", "error"] },
    agentStop: { means: "Stop", keys: [...COPILOT, "transcriptPath", "stopReason", "stop_hook_active"] },
    subagentStart: { means: "SubagentStart", keys: COPILOT_SUBAGENT },
    subagentStop: { means: "SubagentStop", keys: [...COPILOT_SUBAGENT, "response", "stopReason", "stop_hook_active"] },
    preCompact: { means: "PreCompact", keys: [...COPILOT, "transcriptPath", "trigger", "customInstructions"] },
    notification: { means: "Notification", keys: [...COPILOT, "message", "title", "hook_event_name", "notification_type"] },
    errorOccurred: { means: "ErrorOccurred", keys: [...COPILOT, "errorContext", "recoverable", "error.message"] },
    sessionEnd: { means: "SessionEnd", keys: [...COPILOT, "reason"] },
  },
  goose: {
    SessionStart: { means: "SessionStart", keys: GOOSE, noFolder: true },
    UserPromptSubmit: { means: "UserPromptSubmit", keys: [...GOOSE, "message"], noFolder: true },
    PreToolUse: { means: "PreToolUse", keys: GOOSE_TOOL },
    PostToolUse: { means: "PostToolUse", keys: GOOSE_TOOL, noResult: true },
    PostToolUseFailure: { means: "PostToolUseFailure", keys: GOOSE_TOOL, noResult: true },
    Stop: { means: "Stop", keys: [...GOOSE, "last_assistant_message", "working_dir"] },
    SessionEnd: { means: "SessionEnd", keys: GOOSE, noFolder: true },
  },
  kiro: {
    agentSpawn: { means: "SessionStart", keys: KIRO },
    userPromptSubmit: { means: "UserPromptSubmit", keys: [...KIRO, "prompt"] },
    preToolUse: { means: "PreToolUse", keys: [...KIRO, ...TOOL] },
    postToolUse: { means: "PostToolUse", keys: [...KIRO, ...TOOL, "tool_response.success", "tool_response.result"] },
    stop: { means: "Stop", keys: [...KIRO, "assistant_response"] },
  },
  opencode: {
    "session-created": { means: "SessionStart", keys: [...OPENCODE, "input.info.id", "input.info.directory"] },
    "chat-message": { means: "UserPromptSubmit", keys: [...OPENCODE, "output.message.id", "output.parts"] },
    "tool-execute-before": { means: "PreToolUse", keys: [...OPENCODE_TOOL, "output.args"] },
    "tool-execute-after": { means: "PostToolUse", keys: [...OPENCODE_TOOL, "input.args"] },
    "session-idle": { means: "Stop", keys: OPENCODE },
    "subagent-created": { means: "SubagentStart", keys: [...OPENCODE, "parentID", "input.info.id"] },
    "subagent-idle": { means: "SubagentStop", keys: [...OPENCODE, "parentID"] },
    "session-compacting": { means: "PreCompact", keys: [...OPENCODE, "output.context"] },
    "permission-asked": { means: "Notification", keys: [...OPENCODE, "input.permission", "input.patterns"] },
    "session-error": { means: "ErrorOccurred", keys: [...OPENCODE, "input.error.data.message"] },
    "session-end": { means: "SessionEnd", keys: OPENCODE },
  },
  "vscode-copilot": {
    SessionStart: { means: "SessionStart", keys: [...VSCODE, "source"] },
    UserPromptSubmit: { means: "UserPromptSubmit", keys: [...VSCODE, "prompt"] },
    PreToolUse: { means: "PreToolUse", keys: [...VSCODE, ...TOOL, "tool_use_id"] },
    PostToolUse: { means: "PostToolUse", keys: [...VSCODE, ...TOOL, "tool_response", "tool_use_id"] },
    Stop: { means: "Stop", keys: [...VSCODE, "stop_hook_active"] },
    SubagentStart: { means: "SubagentStart", keys: [...VSCODE, "agent_id", "agent_type"] },
    SubagentStop: { means: "SubagentStop", keys: [...VSCODE, "agent_id", "agent_type", "stop_hook_active"] },
    PreCompact: { means: "PreCompact", keys: [...VSCODE, "trigger"] },
  },
  cursor: {
    sessionStart: { means: "SessionStart", keys: [...CURSOR, "is_background_agent", "composer_mode"] },
    beforeSubmitPrompt: { means: "UserPromptSubmit", keys: [...CURSOR, "prompt", "attachments"] },
    preToolUse: { means: "PreToolUse", keys: [...CURSOR, ...TOOL, "tool_use_id"] },
    postToolUse: { means: "PostToolUse", keys: [...CURSOR, ...TOOL, "tool_use_id", "tool_output", "duration"] },
    postToolUseFailure: {
      means: "PostToolUseFailure",
      keys: [...CURSOR, ...TOOL, "tool_use_id", "error_message", "failure_type", "is_interrupt"],
    },
    stop: { means: "Stop", keys: [...CURSOR, "status", "loop_count"] },
    subagentStart: { means: "SubagentStart", keys: CURSOR_SUBAGENT },
    subagentStop: { means: "SubagentStop", keys: [...CURSOR_SUBAGENT, "status", "loop_count", "summary"] },
    preCompact: { means: "PreCompact", keys: [...CURSOR, "trigger"] },
    sessionEnd: { means: "SessionEnd", keys: [...CURSOR, "reason", "is_background_agent", "final_status"] },
  },
  windsurf: {
    pre_user_prompt: { means: "UserPromptSubmit", keys: [...WINDSURF, "tool_info.user_prompt"], noFolder: true },
    pre_run_command: { means: "PreToolUse", keys: [...WINDSURF, "tool_info.command_line", "tool_info.cwd"] },
    pre_write_code: { means: "PreToolUse", keys: [...WINDSURF, ...EDITS], noFolder: true },
    pre_read_code: { means: "PreToolUse", keys: [...WINDSURF, "tool_info.file_path"], noFolder: true },
    pre_mcp_tool_use: { means: "PreToolUse", keys: [...WINDSURF, ...MCP], noFolder: true },
    post_run_command: { means: "PostToolUse", keys: [...WINDSURF, "tool_info.command_line", "tool_info.cwd"], noResult: true },
    post_write_code: { means: "PostToolUse", keys: [...WINDSURF, ...EDITS], noFolder: true, noResult: true },
    post_read_code: { means: "PostToolUse", keys: [...WINDSURF, "tool_info.file_path"], noFolder: true, noResult: true },
    post_mcp_tool_use: { means: "PostToolUse", keys: [...WINDSURF, ...MCP, "tool_info.mcp_result"], noFolder: true },
    post_cascade_response: { means: "Stop", keys: [...WINDSURF, "tool_info.response"], noFolder: true },
  },
};

/** Events that fire for one kind of tool, beside the usual one for the same call. */
export const SENT_FOR_ONE_KIND: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  goose: { BeforeShellExecution: GOOSE_KIND, AfterShellExecution: GOOSE_KIND, AfterFileEdit: GOOSE_KIND },
  cursor: {
    beforeShellExecution: [...CURSOR, "command", "cwd", "sandbox"],
    beforeMCPExecution: [...CURSOR, "tool_name", "tool_input", "mcp_server_name", "command"],
    beforeReadFile: [...CURSOR, "file_path", "content", "attachments"],
    afterShellExecution: [...CURSOR, "command", "output", "duration", "sandbox"],
    afterMCPExecution: [...CURSOR, "tool_name", "tool_input", "result_json", "duration", "mcp_server_name"],
    afterFileEdit: [...CURSOR, "file_path", "edits"],
  },
};

/** The agent's usual name for each of Claude's tools. */
export const TOOL_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  codex: { Bash: "Bash", Write: "apply_patch", Edit: "apply_patch", Agent: "spawn_agent" },
  "gemini-cli": {
    ...{ Bash: "run_shell_command", Read: "read_file", Write: "write_file", Edit: "replace", Grep: "grep_search", Glob: "glob" },
    ...{ WebSearch: "google_web_search", WebFetch: "web_fetch", Agent: "invoke_agent" },
  },
  "qwen-code": {
    ...{ Bash: "run_shell_command", Read: "read_file", Write: "write_file", Edit: "edit", Grep: "grep_search", Glob: "glob" },
    ...{ WebSearch: "web_search", WebFetch: "web_fetch", Agent: "agent" },
  },
  "copilot-cli": {
    ...{ Bash: "bash", Read: "view", Write: "create", Edit: "edit", Grep: "grep", Glob: "glob" },
    ...{ WebSearch: "web_search", WebFetch: "web_fetch", Agent: "task" },
  },
  goose: { Bash: "shell", Write: "write", Edit: "edit", Agent: "delegate" },
  kiro: {
    ...{ Bash: "execute_bash", Read: "fs_read", Write: "fs_write", Edit: "fs_write", Grep: "grep", Glob: "glob" },
    ...{ WebSearch: "web_search", WebFetch: "web_fetch", Agent: "use_subagent" },
  },
  opencode: {
    ...{ Bash: "bash", Read: "read", Write: "write", Edit: "edit", Grep: "grep", Glob: "glob" },
    ...{ WebSearch: "websearch", WebFetch: "webfetch", Agent: "task" },
  },
  "vscode-copilot": {
    ...{ Bash: "run_in_terminal", Read: "read_file", Write: "create_file", Edit: "replace_string_in_file", Grep: "grep_search" },
    ...{ Glob: "file_search", WebFetch: "fetch_webpage", Agent: "runSubagent" },
  },
  cursor: {
    ...{ Bash: "Shell", Read: "Read", Write: "Write", Edit: "Write", Grep: "Grep", Glob: "Glob" },
    ...{ WebSearch: "WebSearch", WebFetch: "Fetch", Agent: "Task" },
  },
};

/** How the agent names the tool `ping_al-pha` of the MCP server `my_srv-a`. */
export const MCP_NAMES: Readonly<Record<string, string>> = {
  codex: "mcp__my_srv_a__ping_al_pha",
  "gemini-cli": "mcp_my_srv-a_ping_al-pha",
  "qwen-code": "mcp__my_srv-a__ping_al-pha",
  "copilot-cli": "my_srv-a-ping_al-pha",
  goose: "my_srv-a__ping_al-pha",
  kiro: "@my_srv-a/ping_al-pha",
  opencode: "my_srv-a_ping_al-pha",
  "vscode-copilot": "mcp_my_srv-a_ping_al-pha",
  cursor: "MCP:ping_al-pha",
};
