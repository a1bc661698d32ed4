import { claudeServerEntry } from "../claude-shape/server-entry.ts";
import { documented, fact } from "../fact.ts";
import type { ServerFile, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { BRACED, environmentOf, headersOf, remoteIn } from "../server-references.ts";

const DOCS = documented("https://cursor.com/docs/mcp", "2026-11-17");
const FILE = { path: ".cursor/mcp.json", format: "json", table: () => ["mcpServers"] } as const satisfies ServerFile;
const SYNTAX = { written: (variable: string) => `\${env:${variable}}`, special: BRACED };

export const servers: ServerFiles = {
  agent: "cursor",
  user: FILE,
  project: FILE,
  entry: (server) => {
    if (server.transport === "stdio") return { ...claudeServerEntry(server, SYNTAX), ...environmentOf(server, SYNTAX.written) };
    // Both kinds of remote server have an address and no type: Cursor tries streamable HTTP first.
    const remote = remoteIn(server, SYNTAX);
    return "impossible" in remote ? remote : { url: remote.url, ...headersOf(remote) };
  },
  references: fact("`${env:NAME}` in `url` and `headers`", DOCS),
  approvals: [fact({ places: ["project"], until: "you enable the server in Cursor's settings" }, DOCS)],
  isValidName: isPlainServerName,
  wrongShape: fact("servers-ignored", DOCS),
};
