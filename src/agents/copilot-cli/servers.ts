import { claudeServerEntry, MCP_JSON } from "../claude-shape/server-entry.ts";
import { fact, measured } from "../fact.ts";
import { rustServerEntry } from "../rust-server-entry.ts";
import type { ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { DOLLAR } from "../server-references.ts";

const SEEN = measured("1.0.102", "2026-11-17");
const USER = ".copilot/mcp-config.json";

export const servers: ServerFiles = {
  agent: "copilot-cli",
  user: {
    path: USER,
    format: "json",
    table: () => ["mcpServers"],
    reader: fact({ comment: "works", trailingComma: "works", byteOrderMark: "works" }, SEEN),
  },
  project: { ...MCP_JSON, reader: fact({ comment: "file-ignored", trailingComma: "file-ignored", byteOrderMark: "file-ignored" }, SEEN) },
  entry: (server) => claudeServerEntry(server, { written: (variable) => `\${${variable}}`, special: DOLLAR }),
  references: fact("`${NAME}` or `$NAME` in `url` and `headers`", SEEN),
  approvals: [fact({ places: ["project"], until: "Copilot CLI trusts the folder" }, SEEN)],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", SEEN),
  rust: { path: USER, format: "json", table: [], entry: rustServerEntry },
};
