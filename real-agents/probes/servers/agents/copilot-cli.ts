import { copilotCli } from "../../../recipes/copilot-cli.ts";
import { claudeForm } from "../claude-form.ts";
import { plainProcess, serverQuestions } from "../questions.ts";

const USER = { path: "~/.copilot/mcp-config.json", table: ["mcpServers"] };
const PROJECT = { path: ".mcp.json", table: ["mcpServers"] };
const GITHUB = { path: ".github/mcp.json", table: ["mcpServers"] };

export const copilotCliServers = serverQuestions({
  recipe: copilotCli,
  files: [
    { ...USER, servers: { ...claudeForm("user", "u"), ...claudeForm("user with `tools`", "t", { tools: ["*"] }) } },
    { ...PROJECT, servers: claudeForm("`.mcp.json`", "p") },
    { ...GITHUB, servers: claudeForm("`.github/mcp.json`", "g") },
    { path: ".copilot/mcp-config.json", table: ["mcpServers"], servers: claudeForm("`.copilot/mcp-config.json`", "c") },
  ],
  process: plainProcess,
  edited: [USER, PROJECT],
  moves: [{ variable: "COPILOT_HOME", path: "/moved/mcp-config.json", table: ["mcpServers"] }],
});
