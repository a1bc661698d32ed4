/** What goose 1.52.0 sees in `config.yaml` (2026-11-17). */

import { parse } from "yaml";

import { dollarIn, process, refusal, remote, same, seenIn, type ServerOracle, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "goose",
  paths: { user: ".config/goose/config.yaml" },
  read: ({ text, env }) => {
    const document = parsed(text);
    if (document === undefined) return refusal("not YAML");
    return seenIn(tableAt(document, ["extensions"]), ({ enabled, type, name, cmd, args, envs, uri, headers, env_keys: keys }) => {
      if (enabled !== true || typeof name !== "string") return undefined;
      if (type === "stdio") return process({ command: cmd, args, env: envs, inherited: env });
      // Only listed variables are known to it.
      const known = Array.isArray(keys) ? Object.fromEntries(keys.map((key: unknown) => [String(key), env[String(key)] ?? ""])) : undefined;
      return type === "streamable_http" ? remote("http", uri, headers, known === undefined ? same : dollarIn(known)) : undefined;
    });
  },
};

function parsed(text: string): unknown {
  try {
    return (parse(text) as unknown) ?? {};
  } catch {
    return undefined;
  }
}
