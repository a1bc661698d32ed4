/** What Windsurf sees in `mcp_config.json`, by its documentation (https://docs.windsurf.com/windsurf/cascade/mcp, 2026-11-17). */

import { prefixedIn, process, refusal, remote, seenIn, type ServerOracle, strictJson, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "windsurf",
  paths: { user: ".codeium/windsurf/mcp_config.json" },
  read: ({ text, env }) => {
    if (/\$\{file:/.test(text)) return refusal("a file's content would be read into it");
    const document = strictJson(text);
    if (document === undefined) return refusal("not JSON");
    return seenIn(tableAt(document, ["mcpServers"]), ({ command, args, env: own, serverUrl, url, headers }) => {
      const resolved = prefixedIn(env);
      const address = serverUrl ?? url;
      return address === undefined
        ? process({ command, args, env: own, inherited: {}, resolved })
        : remote("either", address, headers, resolved);
    });
  },
};
