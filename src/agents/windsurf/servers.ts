import { documented, fact } from "../fact.ts";
import type { ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { BRACED, environmentOf, headersOf, remoteIn } from "../server-references.ts";

const DOCS = documented("https://docs.windsurf.com/windsurf/cascade/mcp", "2026-11-17");

const SYNTAX = { written: (variable: string) => `\${env:${variable}}`, special: BRACED };

export const servers: ServerFiles = {
  agent: "windsurf",
  user: { path: ".codeium/windsurf/mcp_config.json", format: "json", table: () => ["mcpServers"] },
  entry: (server) => {
    if (server.transport === "stdio") return { command: server.command, args: [...server.args], ...environmentOf(server, SYNTAX.written) };
    const remote = remoteIn(server, SYNTAX);
    return "impossible" in remote ? remote : { serverUrl: remote.url, ...headersOf(remote) };
  },
  references: fact("`${env:NAME}` in `serverUrl` and `headers`; `${file:path}` reads a file", DOCS),
  approvals: [fact({ places: ["user"], until: "Windsurf's list of MCP servers is refreshed" }, DOCS)],
  isValidName: isPlainServerName,
  wrongShape: fact("servers-ignored", DOCS),
};
