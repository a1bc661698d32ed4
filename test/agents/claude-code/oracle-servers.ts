/** What Claude Code 2.1.325 sees in its server files (2026-11-17). */

import { bracedIn, process, refusal, remote, seenIn, type ServerOracle, strictJson, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "claude-code",
  paths: { user: ".claude.json", local: ".claude.json", project: ".mcp.json" },
  read: ({ text, place, project, env }) => {
    const document = strictJson(text);
    if (document === undefined) return refusal("not JSON");
    const table = tableAt(document, place === "local" ? ["projects", project, "mcpServers"] : ["mcpServers"]);
    return seenIn(table, ({ type, command, args, env: own, url, headers }) => {
      const resolved = bracedIn(env);
      if (type === undefined || type === "stdio") return process({ command, args, env: own, inherited: env, resolved });
      return type === "http" || type === "sse" ? remote(type, url, headers, resolved) : undefined;
    });
  },
};
