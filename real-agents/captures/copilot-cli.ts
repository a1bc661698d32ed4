import { join } from "node:path";

import { TYPESCRIPT } from "../../scripts/run-typescript.ts";
import { copilotCli } from "../recipes/copilot-cli.ts";
import { json } from "../recipes/recipe.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";
import { shellWord } from "../shell-word.ts";

const { calls, subagent } = copilotCli;
const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });
const patch = (hunks: string) => ({ calls: [{ name: "apply_patch", args: {}, text: `*** Begin Patch\n${hunks}\n*** End Patch` }] });
const GPT_5 = { COPILOT_MODEL: "gpt-5.5", COPILOT_PROVIDER_WIRE_API: "responses" };
const FIRST_STOP = '"stop_hook_active":false';
const IN_SUBAGENT = '"parentAgentId"';

/** Claude's event → the one of Copilot's that it means. */
const THROUGH_CLAUDES_FILE = {
  SessionStart: "sessionStart",
  SessionEnd: "sessionEnd",
  UserPromptSubmit: "userPromptSubmitted",
  PreToolUse: "preToolUse",
  PostToolUse: "postToolUse",
  PostToolUseFailure: "postToolUseFailure",
  PermissionRequest: "permissionRequest",
  Stop: "agentStop",
  SubagentStart: "subagentStart",
  SubagentStop: "subagentStop",
  PreCompact: "preCompact",
  Notification: "notification",
};

/** A project of Claude Code's, whose hooks Copilot runs as well; the run's own hooks fire beside them. */
const CLAUDES_FILE = {
  ".claude/settings.json": json({
    hooks: Object.fromEntries(
      Object.entries(THROUGH_CLAUDES_FILE).map(([claude, event]) => {
        const recorder = [process.execPath, ...TYPESCRIPT, join(import.meta.dirname, "..", "recorder.ts")].map(shellWord).join(" ");
        const command = `${recorder} "$COPILOT_PROJECT_DIR/.." ${event}`;
        return [claude, [{ hooks: [{ type: "command", command }] }]];
      }),
    ),
  }),
};

export const copilotCliCaptures: CaptureList = {
  recipe: copilotCli,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n", ...CLAUDES_FILE },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        { calls: [calls.read(`${project}/notes.txt`)] },
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        call("grep", { pattern: "gamma", paths: project }),
        call("glob", { pattern: "*.txt", paths: [project] }),
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        { calls: [calls.read(`${project}/absent.txt`)] },
        call("list_bash", {}),
      ],
      keep: {
        sessionStart: '"sessionId"',
        "sessionStart.claude-file": '"session_id"',
        userPromptSubmitted: '"sessionId"',
        "userPromptSubmitted.claude-file": '"session_id"',
        "preToolUse.shell": '"bash"',
        "preToolUse.claude-file": '"Bash"',
        "postToolUse.shell": '"bash"',
        "postToolUse.claude-file": '"Bash"',
        "permissionRequest.shell": '"bash"',
        "preToolUse.write": '"create"',
        "preToolUse.claude-file-write": '"Write"',
        "postToolUse.write": '"create"',
        "permissionRequest.write": "create file mode",
        "preToolUse.read": '"view"',
        "preToolUse.claude-file-read": '"Read"',
        "postToolUse.read": '"view"',
        "preToolUse.edit": '"edit"',
        "preToolUse.claude-file-edit": '"Edit"',
        "postToolUse.edit": '"edit"',
        "permissionRequest.edit": "-beta",
        "preToolUse.grep": '"grep"',
        "preToolUse.claude-file-grep": '"Grep"',
        "postToolUse.grep": '"grep"',
        "preToolUse.glob": '"glob"',
        "postToolUse.glob": '"glob"',
        "preToolUse.mcp": `"toolName":"${MCP_SERVER}`,
        "preToolUse.claude-file-mcp": `"tool_name":"${MCP_SERVER}`,
        "postToolUse.mcp": `"toolName":"${MCP_SERVER}`,
        "postToolUse.claude-file-mcp": `"tool_name":"${MCP_SERVER}`,
        "permissionRequest.mcp": `"toolName":"${MCP_SERVER}`,
        "postToolUse.shell-failed": "exit 3",
        "postToolUseFailure.read": '"sessionId"',
        "postToolUseFailure.claude-file": '"session_id"',
        "preToolUse.list-bash": "list_bash",
        agentStop: '"sessionId"',
        "agentStop.claude-file": '"session_id"',
        sessionEnd: '"sessionId"',
        "sessionEnd.claude-file": '"session_id"',
      },
    },
    {
      name: "patches",
      moreEnv: GPT_5,
      files: { "notes.txt": "alpha\nbeta\n", "old.txt": "x\n", ...CLAUDES_FILE },
      steps: ({ project }) => [
        patch(`*** Add File: ${project}/new.txt\n+one`),
        patch(`*** Update File: ${project}/notes.txt\n@@\n-beta\n+gamma`),
        patch(`*** Add File: a.txt\n+a\n*** Update File: notes.txt\n@@\n-gamma\n+delta\n*** Delete File: old.txt`),
        patch("*** Update File: a.txt\n*** Move to: b.txt\n@@\n-a\n+b"),
        call("rg", { pattern: "delta" }),
        patch("*** Update File: absent.txt\n@@\n-a\n+b"),
      ],
      keep: {
        "preToolUse.patch-add": '"toolArgs":"*** Begin Patch\\n*** Add File',
        "postToolUse.patch-add": '"toolArgs":"*** Begin Patch\\n*** Add File',
        "preToolUse.claude-file-patch-add": '"tool_input":"*** Begin Patch\\n*** Add File',
        "postToolUse.claude-file-patch-add": '"tool_input":"*** Begin Patch\\n*** Add File',
        "preToolUse.patch-update": '"toolArgs":"*** Begin Patch\\n*** Update File',
        "postToolUse.patch-update": '"toolArgs":"*** Begin Patch\\n*** Update File',
        "preToolUse.claude-file-patch-update": '"tool_input":"*** Begin Patch\\n*** Update File',
        "preToolUse.patch-mixed": "Delete File",
        "preToolUse.patch-move": "Move to",
        "preToolUse.rg": '"rg"',
        "postToolUseFailure.patch": "absent.txt",
        "permissionRequest.patch": '"diff"',
      },
    },
    {
      name: "stop",
      files: CLAUDES_FILE,
      answers: { agentStop: { stdout: { decision: "block", reason: "Run the tests first." }, onlyIf: FIRST_STOP } },
      keep: {
        "agentStop.again": '"stopReason":"end_turn","stop_hook_active":true',
        "agentStop.claude-file-again": '"stop_reason":"end_turn","stop_hook_active":true',
      },
    },
    {
      name: "permission",
      permission: "ask",
      files: CLAUDES_FILE,
      steps: () => [{ calls: [calls.shell("touch new.txt")] }],
      keep: { "permissionRequest.default-mode": "", "notification.permission": '"permission_prompt"' },
    },
    {
      name: "subagent",
      files: CLAUDES_FILE,
      answers: { subagentStop: { stdout: { decision: "block", reason: "Look again." }, onlyIf: FIRST_STOP } },
      steps: () => subagent([{ calls: [calls.shell("true")] }, { say: "Looked." }]),
      keep: {
        "preToolUse.agent": '"task"',
        "preToolUse.claude-file-agent": '"Agent"',
        "postToolUse.agent": '"task"',
        subagentStart: '"agentId"',
        "subagentStart.claude-file": '"agent_id"',
        "userPromptSubmitted.in-subagent": IN_SUBAGENT,
        "userPromptSubmitted.claude-file-in-subagent": '"parent_agent_id"',
        "preToolUse.in-subagent": IN_SUBAGENT,
        "preToolUse.claude-file-in-subagent": '"parent_agent_id"',
        "postToolUse.in-subagent": IN_SUBAGENT,
        "permissionRequest.in-subagent": IN_SUBAGENT,
        "permissionRequest.claude-file-in-subagent": '"parent_agent_id"',
        "agentStop.in-subagent": IN_SUBAGENT,
        "agentStop.claude-file-in-subagent": '"parent_agent_id"',
        subagentStop: '"stop_hook_active":false,"parentAgentId"',
        "subagentStop.claude-file": '"session_id"',
        "subagentStop.again": '"stop_hook_active":true,"parentAgentId"',
      },
    },
    {
      name: "compact",
      files: CLAUDES_FILE,
      steps: () => [{ calls: [calls.shell("true")], tokens: 990_000 }],
      keep: { preCompact: '"sessionId"', "preCompact.claude-file": '"hook_event_name"' },
    },
    {
      name: "notice",
      files: CLAUDES_FILE,
      steps: () => [call("bash", { command: "sleep 1", description: "scripted", mode: "async" }), { calls: [calls.shell("sleep 3")] }],
      keep: { notification: '"shell_completed"' },
    },
    { name: "error", moreEnv: { COPILOT_PROVIDER_BASE_URL: "http://127.0.0.1:1/v1" }, keep: { errorOccurred: "", "sessionEnd.error": "" } },
  ],
};
