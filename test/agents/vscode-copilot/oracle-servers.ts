/** What VS Code sees in `mcp.json`, by its documentation (https://code.visualstudio.com/docs/agents/reference/mcp-configuration, 2026-11-17). */

import { commentedJson, prefixedIn, process, refusal, remote, seenIn, type ServerOracle, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "vscode-copilot",
  paths: { user: ".config/Code/User/mcp.json", project: ".vscode/mcp.json" },
  read: ({ text, env }) => {
    const document = commentedJson(text, true);
    if (document === undefined) return refusal("not JSON");
    return seenIn(tableAt(document, ["servers"]), ({ type, command, args, env: own, url, headers }) => {
      const resolved = prefixedIn(env);
      if (command !== undefined)
        return type === undefined || type === "stdio" ? process({ command, args, env: own, inherited: env, resolved }) : undefined;
      return type === undefined || type === "http" || type === "sse" ? remote(type ?? "either", url, headers, resolved) : undefined;
    });
  },
};
