import { geminiCli } from "../../../recipes/gemini-cli.ts";
import { claudeForm, geminiForm } from "../claude-form.ts";
import { plainProcess, serverQuestions } from "../questions.ts";

const USER = { path: "~/.gemini/settings.json", table: ["mcpServers"] };
const PROJECT = { path: ".gemini/settings.json", table: ["mcpServers"] };
const SHARED = { path: ".mcp.json", table: ["mcpServers"] };

export const geminiCliServers = serverQuestions({
  recipe: geminiCli,
  files: [
    { ...USER, servers: geminiForm("user", "u") },
    { ...PROJECT, servers: geminiForm("project settings", "s") },
    { ...SHARED, servers: claudeForm("`.mcp.json`", "p") },
  ],
  process: plainProcess,
  edited: [USER, PROJECT],
  moves: [{ variable: "GEMINI_CLI_HOME", path: "/moved/.gemini/settings.json", table: ["mcpServers"] }],
});
