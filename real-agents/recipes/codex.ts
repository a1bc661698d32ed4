import { join } from "node:path";

import { put, read } from "../sandbox.ts";
import { LISTS_SKILLS_FIRST, markerOf, type McpServer, PORT, PROMPT, type Recipe } from "./recipe.ts";

const PROVIDER = `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${PORT}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
`;

export const codex = {
  name: "codex",
  title: "Codex CLI",
  npm: { package: "@openai/codex", version: "0.166.0", bin: "codex" },
  seconds: 60,
  launch: ({ prompt, permission, mcp, forbidden, untrusted }) => ({
    args: [
      ...["exec", "--json"],
      // Trust in a hook belongs to the user and is bound to its text; this flag stands in for the answer "trust all".
      ...(untrusted === true ? [] : ["--dangerously-bypass-hook-trust"]),
      ...(permission === "bypass"
        ? ["--dangerously-bypass-approvals-and-sandbox"]
        : // Without a terminal Codex asks no one; in this mode a reviewing model answers, after the hooks had their say.
          ["--approve-for-me"]),
      prompt,
    ],
    env: { SCRIPTED_KEY: "fake" },
    homeFiles: {
      ".codex/config.toml": PROVIDER + (mcp === undefined ? "" : mcpTable(mcp)),
      ...(forbidden === undefined
        ? {}
        : { ".codex/rules/default.rules": `prefix_rule(pattern = ["${forbidden}"], decision = "forbidden")\n` }),
    },
    projectFiles: {},
  }),
  movedBy: "CODEX_HOME",
  trusts: "user",
  gatedServers: "project",
  ownPlugins: {
    servers: true,
    folder: ({ home }, name) => join(home, ".codex/plugins/cache/local", name, "1.0.0"),
    enable: ({ home }, name) => {
      const file = join(home, ".codex/config.toml");
      put(file, `${read(file)}\n[plugins."${name}@local"]\nenabled = true\n`);
    },
  },
  events: [
    ...["PreToolUse", "PermissionRequest", "PostToolUse", "PreCompact", "PostCompact", "SessionStart", "SessionEnd"],
    ...["PreModelRequest", "PostModelRequest"],
    ...["UserPromptSubmit", "SubagentStart", "SubagentStop", "Stop"],
  ],
  calls: {
    shell: (command) => ({ name: "exec_command", args: { cmd: command } }),
    write: (path, content) => patch(`*** Add File: ${path}\n${content.replace(/\n$/, "").replace(/^/gm, "+")}`),
    edit: (path, before, after) => patch(`*** Update File: ${path}\n@@\n${before.replace(/^/gm, "-")}\n${after.replace(/^/gm, "+")}`),
    // Codex folds every character of a server or tool name that is not a letter, digit or underscore.
    mcp: (server, tool, args) => ({ name: folded(tool), namespace: `mcp__${folded(server)}`, args }),
  },
  findsTool: (server) => ({ name: "tool_search", args: { query: server, limit: 20 }, search: true }),
  // Where nothing is recorded, `codex exec` itself trusts the project.
  trustsProject: ({ home, project }, answer) => {
    const table = (level: string) => `\n[projects.${JSON.stringify(project)}]\ntrust_level = "${level}"\n`;
    const file = join(home, ".codex/config.toml");
    const others = ["trusted", "untrusted"].reduce((text, level) => text.replace(table(level), ""), read(file));
    put(file, others + table(answer ? "trusted" : "untrusted"));
  },
  // Agent and subagent ask the model at the same time; the agent is known by the user's prompt, and sleeps meanwhile.
  subagent: (inside) => [
    { calls: [{ name: "tool_search", args: { query: "spawn agent", limit: 5 }, search: true }] },
    { calls: [{ name: "spawn_agent", namespace: "multi_agent_v1", args: { message: "Look around." } }] },
    { calls: [{ name: "exec_command", args: { cmd: "sleep 4" } }], onlyFor: PROMPT },
    ...inside,
  ],
  asksPermission: (command) => [
    { calls: [{ name: "exec_command", args: { cmd: command, sandbox_permissions: "require_escalated", justification: "scripted" } }] },
    {
      say: JSON.stringify({ risk_level: "low", user_authorization: "high", outcome: "allow", rationale: "scripted" }),
      onlyFor: "APPROVAL REQUEST START",
    },
  ],
  // The files that a patch names follow from its text, and cannot be changed apart from it.
  refusedRewrite: "path",
  beside: {
    shell: {
      args: ["-c", "features.code_mode=true"],
      calls: () => [
        {
          name: "exec",
          args: {},
          text: `const r = await tools.exec_command({ cmd: "echo ran > ${markerOf(0)}" }); text(JSON.stringify(r));`,
        },
        { name: "exec_command", args: { cmd: `echo ran > ${markerOf(1)}`, tty: true } },
      ],
    },
    edit: { calls: ({ project }) => [patch(`*** Add File: ${project}/${markerOf(0)}\n+ran`), patch(`*** Add File: ${markerOf(1)}\n+ran`)] },
  },
  cannot: {
    "a deleted working folder does not open a guard":
      "Codex CLI starts hooks in the working folder, and where that is gone it runs the tool without them",
    ...LISTS_SKILLS_FIRST,
    "context after a failed tool": "Codex has no event for a failed tool: a command that fails arrives as PostToolUse",
  },
} satisfies Recipe;

function patch(hunks: string) {
  return { name: "apply_patch", args: {}, text: `*** Begin Patch\n${hunks}\n*** End Patch` };
}

function mcpTable({ name, command, args }: McpServer): string {
  return `\n[mcp_servers.${JSON.stringify(name)}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
}

function folded(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}
