import { hooksIn, json, PORT, type Recipe } from "./recipe.ts";

export const goose = {
  name: "goose",
  title: "goose",
  // The package is the programme of one platform, and its command is named after the package.
  npm: { package: "@aaif/goose-binary-linux-x64", version: "1.52.0", bin: "goose-binary-linux-x64" },
  seconds: 60,
  launch: ({ prompt, permission, mcp }) => ({
    args: ["run", "--no-session", "-t", prompt],
    env: {
      GOOSE_PROVIDER: "openai",
      OPENAI_HOST: `http://127.0.0.1:${PORT}`,
      OPENAI_API_KEY: "fake",
      GOOSE_MODEL: "gpt-4o",
      GOOSE_MODE: permission === "bypass" ? "auto" : "approve",
      GOOSE_DISABLE_KEYRING: "1",
      GOOSE_TELEMETRY_ENABLED: "false",
    },
    homeFiles:
      mcp === undefined
        ? {}
        : {
            // JSON is YAML too.
            ".config/goose/config.yaml": json({
              extensions: {
                developer: { enabled: true, type: "platform", name: "developer" },
                [mcp.name]: { enabled: true, type: "stdio", name: mcp.name, cmd: mcp.command, args: mcp.args, timeout: 30 },
              },
            }),
          },
    projectFiles: {},
  }),
  registration: {
    files: hooksIn(
      { user: ".agents/plugins/symposium/hooks/hooks.json", project: ".agents/plugins/symposium/hooks/hooks.json" },
      ({ command, seconds }) => ({ hooks: [{ type: "command", command, timeout: seconds }] }),
    ),
    events: {
      SessionStart: "SessionStart",
      SessionEnd: "SessionEnd",
      UserPromptSubmit: "UserPromptSubmit",
      PreToolUse: "PreToolUse",
      PostToolUse: "PostToolUse",
      PostToolUseFailure: "PostToolUseFailure",
      Stop: "Stop",
    },
    allEvents: [
      ...["PreToolUse", "PreToolUseResult", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SessionEnd", "Stop"],
      ...["BeforeReadFile", "AfterFileEdit", "BeforeShellExecution", "AfterShellExecution"],
    ],
  },
  calls: {
    shell: (command) => ({ name: "shell", args: { command } }),
    write: (path, content) => ({ name: "write", args: { path, content } }),
    edit: (path, before, after) => ({ name: "edit", args: { path, before, after } }),
    mcp: (server, tool, args) => ({ name: `${server}__${tool}`, args }),
  },
  cannot: {},
} satisfies Recipe;
