import { fact, measured } from "../fact.ts";
import { rustServerEntry } from "../rust-server-entry.ts";
import type { ServerFile, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { DOLLAR, environmentOf, headersOf, remoteIn } from "../server-references.ts";

const SEEN = measured("0.61.0", "2026-11-17");
const SETTINGS = {
  path: ".gemini/settings.json",
  format: "json",
  table: () => ["mcpServers"],
  reader: fact({ comment: "works", trailingComma: "agent-stops", byteOrderMark: "agent-stops" }, SEEN),
} as const satisfies ServerFile;

export const servers: ServerFiles = {
  agent: "gemini-cli",
  user: SETTINGS,
  project: SETTINGS,
  entry: (server) => {
    // It gives a process no variable whose name looks like that of a secret, unless the entry has it.
    if (server.transport === "stdio")
      return { command: server.command, args: [...server.args], ...environmentOf(server, (variable) => `\${${variable}:-}`) };
    const remote = remoteIn(server, { written: (variable) => `\${${variable}}`, special: DOLLAR });
    if ("impossible" in remote) return remote;
    const address = server.transport === "http" ? { httpUrl: remote.url } : { url: remote.url, type: "sse" };
    return { ...address, ...headersOf(remote) };
  },
  references: fact("`${NAME}` or `$NAME` in every text", SEEN),
  approvals: [fact({ places: ["project"], until: "the folder is trusted" }, SEEN)],
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", SEEN),
  rust: { path: SETTINGS.path, format: "json", table: ["mcpServers"], entry: rustServerEntry },
};
