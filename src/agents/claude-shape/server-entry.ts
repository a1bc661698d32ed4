/**
 * A server in the form that Claude Code introduced. Copilot CLI and Qwen Code read the same `.mcp.json`, so one entry serves all three; Cursor
 * and Kiro copied the form for files of their own.
 */

import type { JsonObject } from "../../canonical/json.ts";
import type { Impossible, NativeServer } from "../set-up.ts";
import { headersOf, remoteIn, type ReferenceSyntax } from "../server-references.ts";

/** The file in the project, and its table. */
export const MCP_JSON = { path: ".mcp.json", format: "json", table: () => ["mcpServers"] } as const;

export function claudeServerEntry(server: NativeServer, syntax: ReferenceSyntax): JsonObject | Impossible {
  if (server.transport === "stdio") return { type: "stdio", command: server.command, args: [...server.args] };
  const remote = remoteIn(server, syntax);
  return "impossible" in remote ? remote : { type: server.transport, url: remote.url, ...headersOf(remote) };
}
