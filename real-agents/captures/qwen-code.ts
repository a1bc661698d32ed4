import { qwenCode } from "../recipes/qwen-code.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";

const { calls, subagent } = qwenCode;
const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });
const FIRST_STOP = '"stop_hook_active":false';

export const qwenCodeCaptures: CaptureList = {
  recipe: qwenCode,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n", "QWEN.md": "Be brief.\n" },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        { calls: [calls.read(`${project}/notes.txt`)] },
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        call("grep_search", { pattern: "gamma" }),
        call("glob", { pattern: "*.txt" }),
        call("web_fetch", { url: "http://127.0.0.1:9/page", prompt: "Summarise." }),
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        call("tool_call", { name: "todo_write", arguments: { todos: [{ id: "1", content: "Look around.", status: "pending" }] } }),
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        { calls: [calls.read(`${project}/absent.txt`)] },
      ],
      keep: {
        InstructionsLoaded: "",
        SessionStart: "",
        "Notification.auth-success": '"auth_success"',
        UserPromptSubmit: '"submitted_prompt"',
        "UserPromptSubmit.after-tool": '"prompt":""',
        ...pair("shell", '"echo hello'),
        ...pair("write", '"write_file"'),
        ...pair("read", "notes.txt"),
        ...pair("edit", '"edit"'),
        ...pair("grep", '"grep_search"'),
        ...pair("glob", '"glob"'),
        ...pair("mcp", '"mcp__'),
        "PreToolUse.web-fetch": '"web_fetch"',
        "PostToolBatch.shell": '"echo hello',
        "PostToolUseFailure.shell": "exit 3",
        "PostToolUseFailure.read": "absent.txt",
        MessageDisplay: "",
        Stop: "",
      },
    },
    {
      name: "stop",
      answers: { Stop: { stdout: { decision: "block", reason: "Run the tests first." }, onlyIf: FIRST_STOP } },
      keep: { "Stop.again": '"stop_hook_active":true', "UserPromptSubmit.after-stop-block": "Run the tests first." },
    },
    {
      name: "subagent",
      answers: { SubagentStop: { stdout: { decision: "block", reason: "Look again." }, onlyIf: FIRST_STOP } },
      steps: () => subagent([{ calls: [calls.shell("true")] }, { say: "Looked." }]),
      keep: {
        ...pair("agent", '"tool_name":"agent"'),
        SubagentStart: "",
        SubagentStop: FIRST_STOP,
        "SubagentStop.again": '"stop_hook_active":true',
        "PreToolUse.in-subagent": '"agent_id"',
        "PostToolUse.in-subagent": '"agent_id"',
      },
    },
    {
      name: "permission",
      permission: "ask",
      steps: () => [{ calls: [calls.shell("touch new.txt")] }],
      answers: {
        PermissionRequest: {
          stdout: { hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "deny", message: "Not now." } } },
        },
      },
      keep: { "PermissionRequest.shell": '"run_shell_command"' },
    },
    { name: "resume", steps: () => [{ say: "Hello." }], then: { moreArgs: ["--continue"] }, keep: { "SessionStart.resume": '"resume"' } },
  ],
};

function pair(variant: string, text: string): Record<string, string> {
  return { [`PreToolUse.${variant}`]: text, [`PostToolUse.${variant}`]: text };
}
