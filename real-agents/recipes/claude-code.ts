import { NOTEBOOK, json, markerOf, PORT, type Recipe, TAKES_EVERY_REWRITE } from "./recipe.ts";

export const claudeCode = {
  name: "claude-code",
  title: "Claude Code",
  npm: { package: "@anthropic-ai/claude-code", version: "2.1.325", bin: "claude" },
  seconds: 60,
  launch: ({ prompt, permission, mcp, forbidden }) => ({
    args: [
      ...["-p", prompt, "--output-format", "json"],
      ...["--permission-mode", permission === "bypass" ? "bypassPermissions" : "default"],
    ],
    env: {
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${PORT}`,
      ANTHROPIC_API_KEY: "sk-ant-fake",
      DISABLE_TELEMETRY: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Without this the program refuses to skip its permission questions when it runs as root.
      IS_SANDBOX: "1",
    },
    homeFiles: {
      ...(mcp === undefined ? {} : { ".claude.json": json({ mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args } } }) }),
      ...(forbidden === undefined ? {} : { ".claude/settings.json": json({ permissions: { deny: [`Bash(${forbidden}:*)`] } }) }),
    },
    projectFiles: {},
  }),
  movedBy: "CLAUDE_CONFIG_DIR",
  gatedServers: "local",
  events: [
    ...["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "UserPromptSubmit", "UserPromptExpansion"],
    ...["SessionStart", "SessionEnd", "Setup", "Stop", "StopFailure", "SubagentStart", "SubagentStop", "Notification"],
    ...["PermissionRequest", "PermissionDenied", "TaskCreated", "TaskCompleted", "TeammateIdle", "ConfigChange"],
    ...["CwdChanged", "FileChanged", "WorktreeCreate", "WorktreeRemove", "PreCompact", "PostCompact"],
    ...["InstructionsLoaded", "Elicitation", "ElicitationResult", "MessageDisplay"],
  ],
  calls: {
    shell: (command) => ({ name: "Bash", args: { command, description: "scripted" } }),
    write: (path, content) => ({ name: "Write", args: { file_path: path, content } }),
    edit: (path, before, after) => ({ name: "Edit", args: { file_path: path, old_string: before, new_string: after } }),
    read: (path) => ({ name: "Read", args: { file_path: path } }),
    mcp: (server, tool, args) => ({ name: `mcp__${server}__${tool}`, args }),
  },
  findsTool: (server, tool) => ({ name: "ToolSearch", args: { query: `select:mcp__${server}__${tool}`, max_results: 5 } }),
  subagent: (inside) => [
    {
      calls: [
        {
          name: "Agent",
          args: { description: "look around", prompt: "Look around.", subagent_type: "general-purpose", run_in_background: false },
        },
      ],
    },
    ...inside,
  ],
  asksPermission: (command) => [{ calls: [{ name: "Bash", args: { command, description: "scripted" } }] }],
  beside: {
    shell: {
      env: { ENABLE_TOOL_SEARCH: "false", CLAUDE_CODE_USE_POWERSHELL_TOOL: "1" },
      calls: () => [
        { name: "Monitor", args: { command: `echo ran > ${markerOf(0)}`, description: "scripted", timeout_ms: 5000 } },
        { name: "PowerShell", args: { command: `echo ran > ${markerOf(1)}`, description: "scripted" } },
        { name: "Bash", args: { command: `echo ran > ${markerOf(2)}`, description: "scripted", run_in_background: true } },
      ],
    },
    edit: {
      env: { ENABLE_TOOL_SEARCH: "false" },
      first: ({ project }) => [{ name: "Read", args: { file_path: `${project}/book.ipynb` } }],
      calls: ({ project }) => [
        { name: "NotebookEdit", args: { notebook_path: `${project}/book.ipynb`, cell_id: "one", new_source: "2" } },
        { name: "Write", args: { file_path: `${project}/${markerOf(1)}`, content: "ran" } },
      ],
      files: { "book.ipynb": NOTEBOOK },
    },
  },
  cannot: {
    "a server in the project starts after the approval that Symposium names, and not before":
      "Claude Code asks about the project's servers on a terminal alone; `claude -p` starts them",
    "a rewrite it cannot take": TAKES_EVERY_REWRITE,
    "trust not granted: nothing fires, as init said":
      "Claude Code asks for trust on a terminal alone; `claude -p` runs the project's hooks without",
  },
} satisfies Recipe;
