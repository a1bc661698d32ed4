/** What Qwen Code 0.24.4 sees in its settings and in `.mcp.json` (2026-11-17). */

import {
  commentedJson,
  dollarIn,
  process,
  refusal,
  remote,
  same,
  seenIn,
  type SeenServer,
  type ServerOracle,
  strictJson,
  tableAt,
} from "../../oracles/server-file.ts";
import type { Fields } from "../../oracles/fields.ts";

export const serverOracle: ServerOracle = {
  agent: "qwen-code",
  paths: { user: ".qwen/settings.json", project: ".mcp.json" },
  read: ({ text, place, env }) => {
    const document = place === "user" ? commentedJson(text, false) : strictJson(text);
    if (document === undefined) return refusal("not JSON");
    const resolved = place === "user" ? dollarIn(env) : same;
    return seenIn(tableAt(document, ["mcpServers"]), (entry) =>
      place === "user" ? inSettings(entry, env, resolved) : inShared(entry, env),
    );
  },
};

type Env = Readonly<Record<string, string>>;

/** The key of the address tells the transport; an address with `type: "http"` was not reached. */
function inSettings(
  { type, command, args, env, url, httpUrl, headers }: Fields,
  inherited: Env,
  resolved: (text: string) => string,
): SeenServer | undefined {
  if (httpUrl !== undefined) return remote("http", httpUrl, headers, resolved);
  if (url !== undefined) return type === undefined || type === "sse" ? remote("sse", url, headers, resolved) : undefined;
  return process({ command, args, env, inherited, resolved });
}

/** Here `type` counts, and no reference is resolved. */
function inShared({ type, command, args, env, url, httpUrl, headers }: Fields, inherited: Env): SeenServer | undefined {
  if (httpUrl !== undefined) return remote("http", httpUrl, headers);
  if (url !== undefined) return remote(type === "http" ? "http" : "sse", url, headers);
  return process({ command, args, env, inherited });
}
