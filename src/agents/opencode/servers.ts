import { fact, measured } from "../fact.ts";
import { rustServerEntry } from "../rust-server-entry.ts";
import type { ServerFile, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { CURLY, headersOf, remoteIn } from "../server-references.ts";

const SEEN = measured("1.18.33", "2026-11-17");
const USER = ".config/opencode/opencode.json";

const CONFIG = {
  format: "json",
  table: () => ["mcp"],
  reader: fact({ comment: "works", trailingComma: "works", byteOrderMark: "works" }, SEEN),
} as const satisfies Partial<ServerFile>;

export const servers: ServerFiles = {
  agent: "opencode",
  user: { ...CONFIG, path: USER },
  project: { ...CONFIG, path: "opencode.json" },
  entry: (server) => {
    if (server.transport === "stdio") return { type: "local", command: [server.command, ...server.args] };
    // It tries streamable HTTP first and SSE then.
    const remote = remoteIn(server, { written: (variable) => `{env:${variable}}`, special: CURLY });
    return "impossible" in remote ? remote : { type: "remote", url: remote.url, ...headersOf(remote) };
  },
  references: fact("`{env:NAME}` anywhere in the file; `{file:path}` reads a file", SEEN),
  isValidName: isPlainServerName,
  wrongShape: fact("agent-stops", SEEN),
  rust: { path: USER, format: "json", table: ["mcp"], entry: rustServerEntry },
};
