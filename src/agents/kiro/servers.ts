import { documented, fact } from "../fact.ts";
import { rustServerEntry } from "../rust-server-entry.ts";
import type { ServerFile, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { BRACED, headersOf, remoteIn } from "../server-references.ts";

const DOCS = documented("https://kiro.dev/docs/cli/mcp/configuration", "2026-11-17");
const APPROVED = documented("https://kiro.dev/docs/mcp/configuration", "2026-11-17");
const SETTINGS = { path: ".kiro/settings/mcp.json", format: "json", table: () => ["mcpServers"] } as const satisfies ServerFile;

export const servers: ServerFiles = {
  agent: "kiro",
  user: SETTINGS,
  project: SETTINGS,
  entry: (server) => {
    if (server.transport === "stdio") return { command: server.command, args: [...server.args] };
    // It tells the two kinds of remote server apart by itself.
    const remote = remoteIn(server, { written: (variable) => `\${${variable}}`, special: BRACED });
    return "impossible" in remote ? remote : { url: remote.url, ...headersOf(remote) };
  },
  references: fact("`${NAME}` in `url` and `headers`, for variables that the user approved", DOCS),
  approvals: [
    fact(
      {
        places: ["user", "project"],
        until: "the variables are in `kiroAgent.mcpApprovedEnvVars` of `~/.kiro/settings/cli.json`",
        onlyWith: "references",
      },
      APPROVED,
    ),
  ],
  isValidName: isPlainServerName,
  wrongShape: fact("servers-ignored", DOCS),
  rust: { path: SETTINGS.path, format: "json", table: ["mcpServers"], entry: rustServerEntry },
};
