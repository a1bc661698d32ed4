import { claudeCode } from "../recipes/claude-code.ts";
import { type CaptureList, MCP_SERVER, MCP_TOOL } from "../capture.ts";

const { calls, subagent } = claudeCode;
const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, args }] });
const FIRST_STOP = '"stop_hook_active":false';

export const claudeCodeCaptures: CaptureList = {
  recipe: claudeCode,
  captures: [
    {
      name: "tools",
      mcp: true,
      files: { "notes.txt": "alpha\nbeta\n" },
      steps: ({ project }) => [
        { calls: [calls.shell("echo hello")] },
        { calls: [calls.write(`${project}/new.txt`, "one\n")] },
        call("Read", { file_path: `${project}/notes.txt` }),
        { calls: [calls.edit(`${project}/notes.txt`, "beta", "gamma")] },
        { calls: [calls.mcp(MCP_SERVER, MCP_TOOL, { word: "hello" })] },
        { calls: [calls.shell("echo boom >&2; exit 3")] },
        { calls: [calls.shell("true"), calls.read(`${project}/new.txt`)] },
      ],
      keep: {
        SessionStart: "",
        UserPromptSubmit: "",
        "PreToolUse.shell": '"Bash"',
        "PostToolUse.shell": '"Bash"',
        "PreToolUse.write": '"Write"',
        "PostToolUse.write": '"Write"',
        "PreToolUse.read": '"Read"',
        "PostToolUse.read": '"Read"',
        "PreToolUse.edit": '"Edit"',
        "PostToolUse.edit": '"Edit"',
        "PreToolUse.mcp": '"mcp__',
        "PostToolUse.mcp": '"mcp__',
        "PostToolUseFailure.shell": '"Bash"',
        "PostToolBatch.shell": '"Bash"',
        "PostToolBatch.two": '"tool_use_id":"toolu_7_1"',
        MessageDisplay: "",
        Stop: "",
        SessionEnd: "",
      },
    },
    {
      name: "search",
      files: { "notes.txt": "alpha\nbeta\n" },
      moreArgs: ["--tools", "Grep,Glob,Bash,WebFetch,WebSearch"],
      steps: ({ project }) => [
        call("Grep", { pattern: "beta", path: project, output_mode: "content" }),
        call("Glob", { pattern: "*.txt" }),
        call("WebFetch", { url: "https://example.com/page", prompt: "Summarise." }),
        call("WebSearch", { query: "agent hooks" }),
      ],
      keep: {
        "PreToolUse.grep": '"Grep"',
        "PostToolUse.grep": '"Grep"',
        "PreToolUse.glob": '"Glob"',
        "PostToolUse.glob": '"Glob"',
        "PreToolUse.web-fetch": '"WebFetch"',
        "PostToolUseFailure.web-fetch": '"WebFetch"',
        "PreToolUse.web-search": '"WebSearch"',
        "PostToolUse.web-search": '"WebSearch"',
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
      steps: ({ project }) => [{ calls: [calls.shell("touch new.txt")] }, { calls: [calls.write(`${project}/new.txt`, "one\n")] }],
      keep: { "PermissionRequest.shell": '"Bash"', "PermissionRequest.write": '"Write"', "PreToolUse.default-mode": '"Bash"' },
    },
    {
      name: "subagent",
      answers: { SubagentStop: { stdout: { decision: "block", reason: "Look again." }, onlyIf: FIRST_STOP } },
      steps: () => subagent([{ calls: [calls.shell("true")] }, { say: "Looked." }]),
      keep: {
        "PreToolUse.agent": '"Agent"',
        "PostToolUse.agent": '"Agent"',
        SubagentStart: "",
        SubagentStop: FIRST_STOP,
        "SubagentStop.again": '"stop_hook_active":true',
        "PreToolUse.in-subagent": '"agent_id"',
        "PostToolUse.in-subagent": '"agent_id"',
      },
    },
    {
      name: "compact",
      steps: () => [{ say: "Hello." }],
      then: { prompt: "/compact", moreArgs: ["--continue"] },
      keep: {
        "SessionStart.resume": '"resume"',
        "SessionStart.compact": '"compact"',
        "PreCompact.manual": "",
        "PostCompact.manual": "",
        "SubagentStop.compaction": "",
      },
    },
    {
      name: "compact-by-itself",
      steps: () => [{ calls: [calls.shell("true")], tokens: 990_000 }, { say: "Summary." }],
      keep: { "PreCompact.auto": '"auto"', "PostCompact.auto": '"auto"' },
    },
    {
      name: "commands",
      prompt: "/hello world",
      files: { "CLAUDE.md": "Be brief.\n", ".claude/commands/hello.md": "Say hello to $ARGUMENTS\n" },
      moreArgs: ["--init"],
      steps: () => [{ calls: [calls.shell("mkdir -p sub && cd sub")] }],
      keep: { Setup: "", InstructionsLoaded: "", UserPromptExpansion: "", "UserPromptSubmit.command": "", CwdChanged: "" },
    },
  ],
};
