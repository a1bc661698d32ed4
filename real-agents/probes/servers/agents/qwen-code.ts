import { qwenCode } from "../../../recipes/qwen-code.ts";
import { geminiForm } from "../claude-form.ts";
import { plainProcess, serverQuestions } from "../questions.ts";

const USER = { path: "~/.qwen/settings.json", table: ["mcpServers"] };
const PROJECT = { path: ".qwen/settings.json", table: ["mcpServers"] };
const SHARED = { path: ".mcp.json", table: ["mcpServers"] };

export const qwenCodeServers = serverQuestions({
  recipe: qwenCode,
  files: [
    { ...USER, servers: geminiForm("user", "u") },
    { ...PROJECT, servers: geminiForm("project settings", "s") },
    { ...SHARED, servers: geminiForm("`.mcp.json`", "p") },
  ],
  process: plainProcess,
  edited: [USER, PROJECT, SHARED],
  moves: [{ variable: "QWEN_HOME", path: "/moved/settings.json", table: ["mcpServers"] }],
});
