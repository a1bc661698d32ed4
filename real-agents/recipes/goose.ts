import { join } from "node:path";

import { json, markerOf, type McpServer, PORT, type Recipe } from "./recipe.ts";

export const goose = {
  name: "goose",
  title: "goose",
  // The package is the program of one platform, and its command is named after the package.
  npm: { package: "@aaif/goose-binary-linux-x64", version: "1.52.0", bin: "goose-binary-linux-x64" },
  seconds: 60,
  launch: ({ prompt, permission, mcp, forbidden }) => ({
    args: ["run", "--no-session", "-t", prompt],
    env: {
      GOOSE_PROVIDER: "openai",
      OPENAI_HOST: `http://127.0.0.1:${PORT}`,
      OPENAI_API_KEY: "fake",
      GOOSE_MODEL: "gpt-4o",
      // In the mode that asks for nothing the user's own rules are not looked at either.
      GOOSE_MODE: permission === "bypass" && forbidden === undefined ? "auto" : "approve",
      GOOSE_DISABLE_KEYRING: "1",
      GOOSE_TELEMETRY_ENABLED: "false",
    },
    homeFiles: { ...(mcp === undefined ? {} : mcpFile(mcp)), ...(forbidden === undefined ? {} : RULES) },
    projectFiles: {},
  }),
  movedBy: "GOOSE_PATH_ROOT",
  gatedServers: "symposium",
  // It takes servers from a file that the format does not have.
  ownPlugins: { servers: false, folder: ({ home }, name) => join(home, ".agents/plugins", name) },
  events: [
    ...["PreToolUse", "PreToolUseResult", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop"],
    ...["BeforeReadFile", "AfterFileEdit", "BeforeShellExecution", "AfterShellExecution"],
  ],
  calls: {
    shell: (command) => ({ name: "shell", args: { command } }),
    write: (path, content) => ({ name: "write", args: { path, content } }),
    edit: (path, before, after) => ({ name: "edit", args: { path, before, after } }),
    mcp: (server, tool, args) => ({ name: `${server}__${tool}`, args }),
  },
  // Agent and subagent share the plot; the subagent's tools are offered without the one that starts it.
  subagent: (inside) => [{ calls: [{ name: "delegate", args: { instructions: "Look around." } }] }, ...inside],
  beside: {
    shell: {
      args: ["--with-builtin", "code_execution"],
      calls: () => [
        {
          name: "execute_typescript",
          args: {
            code: `async function run() { return await Developer.shell({ command: "echo ran > ${markerOf(0)}" }); }`,
            tool_graph: [],
          },
        },
      ],
    },
    edit: {
      args: ["--with-builtin", "computercontroller"],
      calls: ({ project }) => [
        { name: "computercontroller__docx_tool", args: { path: `${project}/${markerOf(0)}`, operation: "update_doc", content: "ran" } },
        { name: "write", args: { path: `${project}/${markerOf(1)}`, content: "ran" } },
      ],
    },
  },
  cannot: {
    "a deleted working folder does not open a guard":
      "goose starts hooks in the folder that is gone, where the engine of our program cannot start",
    "deny after a tool": "goose does not look at what is answered after a tool",
    ...Object.fromEntries(
      ["at session start", "at the prompt", "before a tool", "after a tool", "after a failed tool"].map((when) => [
        `context ${when}`,
        "goose takes no context from any event",
      ]),
    ),
    "rewrite of a shell command": "goose takes no rewrite: the call is denied with the wanted form",
    "rewrite of a file edit": "goose takes no rewrite: the call is denied with the wanted form",
    "prompt block": "goose sends the prompt whatever a hook answers",
    "context at subagent start": "goose has no event for subagents",
    "subagent stop block": "goose has no event for subagents",
    "permission denied": "goose has no event for permissions",
    "failure told to the user": "goose shows no message of a hook to the user",
  },
} satisfies Recipe;

/** Goose forbids whole tools, not commands. JSON is YAML too. */
const RULES = { ".config/goose/permission.yaml": json({ user: { always_allow: [], ask_before: [], never_allow: ["shell"] } }) };

function mcpFile({ name, command, args }: McpServer): Record<string, string> {
  return {
    ".config/goose/config.yaml": json({
      extensions: {
        developer: { enabled: true, type: "platform", name: "developer" },
        [name]: { enabled: true, type: "stdio", name, cmd: command, args, timeout: 30 },
      },
    }),
  };
}
