import { json, LISTS_SKILLS_FIRST, markerOf, PORT, type Recipe, TAKES_EVERY_REWRITE } from "./recipe.ts";

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" } },
  general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

export const geminiCli = {
  name: "gemini-cli",
  title: "Gemini CLI",
  npm: { package: "@google/gemini-cli", version: "0.61.0", bin: "gemini" },
  seconds: 60,
  launch: ({ prompt, permission, mcp, forbidden, untrusted }) => ({
    // Naming a model spares the request to the router that would choose one.
    args: [
      ...["-m", "gemini-2.5-pro", "--approval-mode", permission === "bypass" ? "yolo" : "default"],
      // Without a terminal it does nothing in a folder that is not trusted, unless it is told to work there all the same.
      ...(untrusted === true ? ["--skip-trust"] : []),
      ...["-o", "json", "-p", prompt],
    ],
    env: {
      GEMINI_API_KEY: "fake",
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${PORT}`,
      GEMINI_TELEMETRY_ENABLED: "false",
      GEMINI_CLI_NO_RELAUNCH: "true",
      ...(untrusted === true ? {} : { GEMINI_CLI_TRUST_WORKSPACE: "true" }),
    },
    homeFiles: {
      ".gemini/settings.json": json({
        ...SETTINGS,
        ...(mcp === undefined ? {} : { mcpServers: { [mcp.name]: { command: mcp.command, args: mcp.args } } }),
      }),
      ...(forbidden === undefined ? {} : { ".gemini/policies/own.toml": policyAgainst(forbidden) }),
    },
    projectFiles: {},
  }),
  movedBy: "GEMINI_CLI_HOME",
  trusts: "project",
  gatedServers: "project",
  events: [
    ...["BeforeTool", "AfterTool", "BeforeToolSelection", "BeforeModel", "AfterModel", "BeforeAgent", "AfterAgent"],
    ...["SessionStart", "SessionEnd", "PreCompress", "Notification"],
  ],
  calls: {
    shell: (command) => ({ name: "run_shell_command", args: { command, description: "scripted" } }),
    write: (path, content) => ({ name: "write_file", args: { file_path: path, content } }),
    edit: (path, before, after) => ({
      name: "replace",
      args: { file_path: path, instruction: "scripted", old_string: before, new_string: after },
    }),
    read: (path) => ({ name: "read_file", args: { file_path: path } }),
    mcp: (server, tool, args) => ({ name: `mcp_${server}_${tool}`, args }),
  },
  subagent: (inside) => [
    { calls: [{ name: "invoke_agent", args: { agent_name: "codebase_investigator", prompt: "Look around." } }] },
    ...inside.flatMap(({ calls = [] }) => (calls.length === 0 ? [] : [{ calls }])),
    { calls: [{ name: "complete_task", args: { report: { SummaryOfFindings: "Looked.", ExplorationTrace: [], RelevantLocations: [] } } }] },
  ],
  beside: {
    shell: {
      calls: () => [
        { name: "run_shell_command", args: { command: `echo ran > ${markerOf(0)}`, description: "scripted", is_background: true } },
      ],
    },
    edit: {
      calls: ({ project }) => [
        { name: "write_file", args: { file_path: `${project}/${markerOf(0)}`, content: "ran" } },
        { name: "replace", args: { file_path: `${project}/${markerOf(1)}`, instruction: "scripted", old_string: "", new_string: "ran" } },
      ],
    },
  },
  cannot: {
    "a question that no one can answer":
      "without a terminal it waits for the answer as long as an MCP server runs, as Symposium's own does; the tool does not run, and the agent does not end",
    ...LISTS_SKILLS_FIRST,
    "a rewrite it cannot take": TAKES_EVERY_REWRITE,
    "context after a failed tool": "Gemini CLI has no event for a failed tool: AfterTool fires, and carries no context then",
    "context at subagent start": "Gemini CLI has no event for subagents",
    "subagent stop block": "Gemini CLI has no event for subagents",
    "permission denied": "Gemini CLI has no event for permissions",
  },
} satisfies Recipe;

function policyAgainst(word: string): string {
  return `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${word}"\ndecision = "deny"\npriority = 900\n`;
}
