import { fact, measured } from "../fact.ts";
import type { ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { DOLLAR, headersOf, remoteIn, variablesIn } from "../server-references.ts";

const SEEN = measured("1.52.0", "2026-11-17");
const CONFIG = ".config/goose/config.yaml";

export const servers: ServerFiles = {
  agent: "goose",
  user: {
    path: CONFIG,
    pathOn: { windows: "AppData/Roaming/Block/goose/config/config.yaml" },
    format: "yaml",
    table: () => ["extensions"],
  },
  entry: (server) => {
    const { name } = server;
    if (server.transport === "stdio") return { enabled: true, type: "stdio", name, cmd: server.command, args: [...server.args] };
    if (server.transport === "sse") return { impossible: "connect to a server over SSE" };
    const remote = remoteIn(server, { written: (variable) => `\${${variable}}`, special: DOLLAR });
    if ("impossible" in remote) return remote;
    const variables = variablesIn(server);
    return {
      ...{ enabled: true, type: "streamable_http", name, uri: remote.url },
      ...headersOf(remote),
      ...(variables.length === 0 ? {} : { env_keys: [...variables] }),
    };
  },
  references: fact("`${NAME}` in `uri` and `headers`, where `env_keys` lists the variable", SEEN),
  isValidName: isPlainServerName,
  wrongShape: fact("entry-ignored", SEEN),
  rust: {
    path: CONFIG,
    format: "yaml",
    table: ["extensions"],
    entry: (server) => ("url" in server ? undefined : { provider: "mcp", config: { command: server.command, args: [...server.args] } }),
  },
};
