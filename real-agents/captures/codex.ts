import { codex } from "../recipes/codex.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";

const { calls, subagent, asksPermission } = codex;
const patch = (hunks: string) => ({ calls: [{ name: "apply_patch", args: {}, text: `*** Begin Patch\n${hunks}\n*** End Patch` }] });
const FIRST_STOP = '"stop_hook_active":false';

export const codexCaptures: CaptureList = {
  recipe: codex,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n", "old.txt": "x\n" },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        patch("*** Add File: a.txt\n+a\n*** Update File: notes.txt\n@@\n-gamma\n+delta\n*** Delete File: old.txt"),
        patch("*** Update File: a.txt\n*** Move to: b.txt\n@@\n-a\n+b"),
        { calls: [calls.shell("apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: c.txt\n+c\n*** End Patch\nEOF")] },
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        patch("*** Update File: absent.txt\n@@\n-a\n+b"),
        { calls: [{ name: "view_image", args: { path: `${project}/notes.txt` } }] },
      ],
      keep: {
        SessionStart: "",
        UserPromptSubmit: "",
        "PreToolUse.shell": "echo hello",
        "PostToolUse.shell": "echo hello",
        "PreToolUse.patch-add": "new.txt",
        "PostToolUse.patch-add": "new.txt",
        "PreToolUse.patch-update": "+gamma",
        "PostToolUse.patch-update": "+gamma",
        "PreToolUse.patch-mixed": "Delete File",
        "PostToolUse.patch-mixed": "Delete File",
        "PreToolUse.patch-move": "Move to",
        "PostToolUse.patch-move": "Move to",
        "PreToolUse.patch-heredoc": "EOF",
        "PreToolUse.mcp": '"mcp__',
        "PostToolUse.mcp": '"mcp__',
        "PostToolUse.shell-failed": "exit 3",
        "PreToolUse.patch-failing": "absent.txt",
        "PreToolUse.view-image": "view_image",
        Stop: "",
        SessionEnd: "",
      },
    },
    {
      name: "stop",
      answers: { Stop: { stdout: { decision: "block", reason: "Run the tests first." }, onlyIf: FIRST_STOP } },
      keep: { "Stop.again": '"stop_hook_active":true' },
    },
    {
      name: "permission",
      permission: "ask",
      steps: () => asksPermission("touch new.txt"),
      keep: { "PermissionRequest.shell": "", "PreToolUse.default-mode": "" },
    },
    {
      name: "subagent",
      answers: { SubagentStop: { stdout: { decision: "block", reason: "Look again." }, onlyIf: FIRST_STOP } },
      steps: () => subagent([{ calls: [calls.shell("true")] }, { say: "Looked." }]),
      keep: {
        "PreToolUse.agent": '"spawn_agent"',
        "PostToolUse.agent": '"spawn_agent"',
        SubagentStart: "",
        SubagentStop: FIRST_STOP,
        "SubagentStop.again": '"stop_hook_active":true',
        "UserPromptSubmit.in-subagent": '"agent_id"',
        "PreToolUse.in-subagent": '"agent_id"',
        "PostToolUse.in-subagent": '"agent_id"',
      },
    },
    {
      name: "compact",
      moreArgs: ["-c", "model_auto_compact_token_limit=1000"],
      steps: () => [{ calls: [calls.shell("true")], tokens: 5000 }],
      keep: { "PreCompact.auto": "", "PostCompact.auto": "", "SessionStart.compact": '"compact"' },
    },
  ],
};
