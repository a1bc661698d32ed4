import type { JsonObject } from "../../canonical/json.ts";
import { fact, measured } from "../fact.ts";
import type { Impossible, LaunchedServer, RemoteServer, ServerFile, ServerFiles } from "../server-files.ts";
import { isPlainServerName } from "../server-name.ts";
import { variablesIn } from "../server-references.ts";

const SEEN = measured("0.166.0", "2026-11-17");
const CONFIG = { path: ".codex/config.toml", format: "toml", table: () => ["mcp_servers"] } as const satisfies ServerFile;

export const servers: ServerFiles = {
  agent: "codex",
  // Codex notes there which projects it trusts.
  user: { ...CONFIG, isRewritten: true },
  project: CONFIG,
  entry: (server) => {
    if (server.transport === "stdio") return { command: server.command, args: [...server.args], ...variablesOf(server) };
    if (server.transport === "sse") return { impossible: "connect to a server over SSE" };
    return remoteEntry(server);
  },
  references: fact("the variable's name in `env_http_headers`, or in `bearer_token_env_var`; none in `url`", SEEN),
  approvals: [fact({ places: ["project"], until: "Codex trusts the project" }, SEEN)],
  isValidName: isPlainServerName,
  wrongShape: fact("agent-stops", SEEN),
  rust: {
    path: CONFIG.path,
    format: "toml",
    table: ["mcp_servers"],
    entry: (server) => ("url" in server ? undefined : { command: server.command, args: [...server.args] }),
  },
};

/** Codex gives a process no variable of the user's but a few, such as `HOME` and `PATH`, and those listed here. */
function variablesOf({ variables = [] }: LaunchedServer): JsonObject {
  return variables.length === 0 ? {} : { env_vars: [...variables] };
}

type Header = readonly [name: string, value: string];

/** Codex reads no references in texts: a header that is one variable has a table of its own, and so has a bearer token. */
function remoteEntry({ url, headers, ...about }: RemoteServer): JsonObject | Impossible {
  const [inAddress] = variablesIn({ ...about, url, headers: {} });
  if (inAddress !== undefined) return { impossible: `read the variable ${inAddress} in an address` };
  const [plain, named]: [Header[], Header[]] = [[], []];
  let token: string | undefined;
  for (const [name, value] of Object.entries(headers)) {
    const [variable] = variablesIn({ ...about, url: value, headers: {} });
    if (variable === undefined) plain.push([name, value]);
    else if (value === `\${${variable}}`) named.push([name, variable]);
    else if (name.toLowerCase() === "authorization" && value === `Bearer \${${variable}}`) token = variable;
    else return { impossible: `send the header ${name}, which has text beside a variable` };
  }
  return {
    url,
    ...(token === undefined ? {} : { bearer_token_env_var: token }),
    ...(plain.length === 0 ? {} : { http_headers: Object.fromEntries(plain) }),
    ...(named.length === 0 ? {} : { env_http_headers: Object.fromEntries(named) }),
  };
}
