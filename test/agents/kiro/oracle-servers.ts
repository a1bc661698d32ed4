/** What Kiro sees in its server files, by its documentation (https://kiro.dev/docs/cli/mcp/configuration, 2026-11-17), with every variable approved. */

import { bracedIn, process, refusal, remote, seenIn, type ServerOracle, strictJson, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "kiro",
  paths: { user: ".kiro/settings/mcp.json", project: ".kiro/settings/mcp.json" },
  read: ({ text, env }) => {
    const document = strictJson(text);
    if (document === undefined) return refusal("not JSON");
    return seenIn(tableAt(document, ["mcpServers"]), ({ disabled, command, args, env: own, url, headers }) => {
      const resolved = bracedIn(env);
      if (disabled === true) return undefined;
      return url === undefined ? process({ command, args, env: own, inherited: env, resolved }) : remote("either", url, headers, resolved);
    });
  },
};
