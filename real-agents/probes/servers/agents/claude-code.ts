import { claudeCode } from "../../../recipes/claude-code.ts";
import { claudeForm } from "../claude-form.ts";
import { plainProcess, serverQuestions } from "../questions.ts";

const USER = { path: "~/.claude.json", table: ["mcpServers"] };
const LOCAL = { path: "~/.claude.json", table: ["projects", "{project}", "mcpServers"] };
const PROJECT = { path: ".mcp.json", table: ["mcpServers"] };

export const claudeCodeServers = serverQuestions({
  recipe: claudeCode,
  files: [
    { ...USER, servers: claudeForm("user", "u") },
    { ...LOCAL, servers: claudeForm("local", "l") },
    { ...PROJECT, servers: claudeForm("project", "p") },
  ],
  process: plainProcess,
  edited: [USER, LOCAL, PROJECT],
  moves: [{ variable: "CLAUDE_CONFIG_DIR", path: "/moved/.claude.json", table: ["mcpServers"] }],
});
