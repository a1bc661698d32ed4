/** What Copilot CLI 1.0.102 sees in its server files, in a folder that it trusts (2026-11-17). */

import {
  commentedJson,
  dollarIn,
  process,
  refusal,
  remote,
  seenIn,
  type ServerOracle,
  strictJson,
  tableAt,
} from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "copilot-cli",
  paths: { user: ".copilot/mcp-config.json", project: ".mcp.json" },
  read: ({ text, place, env }) => {
    const document =
      place === "user" ? commentedJson(text.replace(/^\uFEFF/, ""), true) : text.startsWith("\uFEFF") ? undefined : strictJson(text);
    if (document === undefined) return refusal("not JSON");
    return seenIn(tableAt(document, ["mcpServers"]), ({ type, command, args, env: own, url, headers }) => {
      const resolved = dollarIn(env);
      if (type === undefined || type === "stdio" || type === "local") return process({ command, args, env: own, inherited: env, resolved });
      return type === "http" || type === "sse" ? remote(type, url, headers, resolved) : undefined;
    });
  },
};
