import { claudeServerEntry, MCP_JSON } from "../claude-shape/server-entry.ts";
import { fact, measured } from "../fact.ts";
import type { Impossible, RemoteServer, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { DOLLAR, headersOf, remoteIn, variablesIn } from "../server-references.ts";

const SEEN = measured("0.24.4", "2026-11-17");
const SYNTAX = { written: (variable: string) => `\${${variable}}`, special: DOLLAR };

export const servers: ServerFiles = {
  agent: "qwen-code",
  user: { path: ".qwen/settings.json", format: "json", table: () => ["mcpServers"] },
  project: MCP_JSON,
  entry: (server, place) => {
    if (server.transport === "stdio") return claudeServerEntry(server, SYNTAX);
    if (place === "user") return inSettings(server);
    const [variable] = variablesIn(server);
    return variable === undefined ? claudeServerEntry(server, SYNTAX) : { impossible: `read the variable ${variable} in .mcp.json` };
  },
  references: fact("`${NAME}` or `$NAME` in `url` and `headers` of its settings; none in `.mcp.json`", SEEN),
  approvals: [
    fact({ places: ["project"], until: "you approve the server when Qwen Code asks, or with `qwen mcp approve`" }, SEEN),
    fact({ places: ["user", "project"], until: "the folder is trusted, where `security.folderTrust.enabled` is set" }, SEEN),
  ],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", SEEN),
};

/** In its settings `type: "http"` is not read: the key of the address tells the transport. */
function inSettings(server: RemoteServer) {
  const remote = remoteIn(server, SYNTAX);
  if ("impossible" in remote) return remote satisfies Impossible;
  return { ...(server.transport === "http" ? { httpUrl: remote.url } : { url: remote.url }), ...headersOf(remote) };
}
