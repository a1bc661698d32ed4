/** One MCP server of a manifest: a process, or an address. */

import { readGate } from "./gate.ts";
import type { ServerEntry } from "./manifest.ts";
import type { Server } from "./plugin.ts";
import { type Finding, isFinding } from "./report.ts";

export function checkServer(entry: ServerEntry): Server | Finding {
  const { name, type: transport = "stdio", command, args, env, url, headers } = entry;
  const gate = readGate(entry);
  if (isFinding(gate)) return gate;
  if (transport === "stdio") {
    if (url !== undefined || headers.length > 0)
      return wrong(
        url === undefined ? "headers" : "url",
        "is only for a server of type http or sse, and this one is a process",
        'add type = "http" or type = "sse"',
      );
    if (command === undefined)
      return wrong("command", "is missing: a server without `type` is a process that agents start", 'for example command = "my-server"');
    return { name, gate, transport, command, args, env };
  }
  const stray = (
    [command === undefined ? undefined : "command", args.length > 0 ? "args" : undefined, env.length > 0 ? "env" : undefined] as const
  ).find((key) => key !== undefined);
  if (stray !== undefined)
    return wrong(stray, `is only for a process, and this server has type ${transport}`, `remove it, or remove type = "${transport}"`);
  if (url === undefined)
    return wrong("url", `is missing: a server of type ${transport} has an address`, 'for example url = "http://localhost:8080/mcp"');
  return URL.canParse(url)
    ? { name, gate, transport, url, headers }
    : wrong("url", "is not a valid address", "write it in full, with http:// or https://");
}

function wrong(key: string, what: string, hint: string): Finding {
  return { key, message: `\`${key}\` ${what}`, hint };
}
