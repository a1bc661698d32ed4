/** What Cursor sees in its server files, by its documentation (https://cursor.com/docs/mcp, 2026-11-17). */

import { prefixedIn, process, refusal, remote, seenIn, type ServerOracle, strictJson, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "cursor",
  paths: { user: ".cursor/mcp.json", project: ".cursor/mcp.json" },
  read: ({ text, env }) => {
    const document = strictJson(text);
    if (document === undefined) return refusal("not JSON");
    return seenIn(tableAt(document, ["mcpServers"]), ({ command, args, env: own, url, headers }) => {
      const resolved = prefixedIn(env);
      return url === undefined ? process({ command, args, env: own, inherited: {}, resolved }) : remote("either", url, headers, resolved);
    });
  },
};
