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
      return wrong(url === undefined ? "headers" : "url", "a process has none", 'add type = "http" or type = "sse"');
    if (command === undefined)
      return wrong("command", "is missing: a server without `type` is a process", 'for example command = "my-server"');
    return { name, gate, transport, command, args, env };
  }
  const stray = (
    [command === undefined ? undefined : "command", args.length > 0 ? "args" : undefined, env.length > 0 ? "env" : undefined] as const
  ).find((key) => key !== undefined);
  if (stray !== undefined) return wrong(stray, `belongs to a process, and this server speaks ${transport}`, "leave it out");
  if (url === undefined)
    return wrong("url", `is missing: this server speaks ${transport}`, 'for example url = "http://localhost:8080/mcp"');
  return URL.canParse(url)
    ? { name, gate, transport, url, headers }
    : wrong("url", "is no address", "write it in full, with http:// or https://");
}

function wrong(key: string, what: string, hint: string): Finding {
  return { key, message: `\`${key}\` ${what}`, hint };
}
