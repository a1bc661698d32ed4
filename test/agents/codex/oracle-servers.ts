/** What Codex 0.166.0 sees in `config.toml`, of a project that it trusts (2026-11-17). */

import { parse } from "smol-toml";

import { process, refusal, remote, seenIn, type SeenServer, type ServerOracle, tableAt } from "../../oracles/server-file.ts";
import { type Fields, isFields } from "../../oracles/fields.ts";

export const serverOracle: ServerOracle = {
  agent: "codex",
  paths: { user: ".codex/config.toml", project: ".codex/config.toml" },
  read: ({ text, env }) => {
    const document = parsed(text);
    if (document === undefined) return refusal("Codex does not start: not TOML");
    const seen = seenIn(tableAt(document, ["mcp_servers"]), (entry) =>
      entry["command"] === undefined ? overHttp(entry, env) : started(entry, env),
    );
    return seen.skipped.length === 0 ? seen : refusal(`Codex does not start: mcp_servers.${seen.skipped.join(", ")}`);
  },
};

/** A process gets a few of the user's variables, and those that the entry names. */
function started({ command, args, env: own, env_vars: named }: Fields, env: Readonly<Record<string, string>>): SeenServer | undefined {
  const passed = ["HOME", "PATH", ...(Array.isArray(named) ? named.map(String) : [])];
  return process({ command, args, env: own, inherited: Object.fromEntries(Object.entries(env).filter(([name]) => passed.includes(name))) });
}

/** No text is resolved; two keys name variables. */
function overHttp(entry: Fields, env: Readonly<Record<string, string>>): SeenServer | undefined {
  const { url, http_headers: plain = {}, env_http_headers: named = {}, bearer_token_env_var: token } = entry;
  if (!isFields(plain) || !isFields(named)) return undefined;
  const values = Object.entries(named).flatMap(([name, variable]) => {
    const value = env[String(variable)];
    return value === undefined ? [] : [[name, value]];
  });
  const bearer = typeof token === "string" ? { Authorization: `Bearer ${env[token]}` } : {};
  return remote("http", url, { ...plain, ...(Object.fromEntries(values) as Record<string, string>), ...bearer });
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
