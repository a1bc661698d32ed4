import { claudeServerEntry } from "../claude-shape/server-entry.ts";
import { documented, fact } from "../fact.ts";
import type { ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { BRACED } from "../server-references.ts";

const DOCS = documented("https://code.visualstudio.com/docs/agents/reference/mcp-configuration", "2026-11-17");
const TRUST = documented("https://code.visualstudio.com/docs/agent-customization/mcp-servers", "2026-11-17");
const VARIABLES = documented("https://code.visualstudio.com/docs/reference/variables-reference", "2026-11-17");

export const servers: ServerFiles = {
  agent: "vscode-copilot",
  user: {
    path: ".config/Code/User/mcp.json",
    pathOn: { macos: "Library/Application Support/Code/User/mcp.json", windows: "AppData/Roaming/Code/User/mcp.json" },
    format: "json",
    table: () => ["servers"],
  },
  project: { path: ".vscode/mcp.json", format: "json", table: () => ["servers"] },
  entry: (server) => claudeServerEntry(server, { written: (variable) => `\${env:${variable}}`, special: BRACED }),
  references: fact("`${env:NAME}` in every text", VARIABLES),
  approvals: [
    fact({ places: ["user", "project"], until: "you trust the server when VS Code first starts it" }, TRUST),
    fact({ places: ["project"], until: "the workspace is trusted" }, TRUST),
  ],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", DOCS),
};
