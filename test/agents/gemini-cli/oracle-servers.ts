/** What Gemini CLI 0.61.0 sees in its settings, in a folder that it trusts (2026-11-17). */

import { commentedJson, dollarIn, process, refusal, remote, seenIn, type ServerOracle, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "gemini-cli",
  paths: { user: ".gemini/settings.json", project: ".gemini/settings.json" },
  read: ({ text, env }) => {
    const document = text.startsWith("\uFEFF") ? undefined : commentedJson(text, false);
    if (document === undefined) return refusal("Gemini CLI does not start");
    return seenIn(tableAt(document, ["mcpServers"]), ({ type, command, args, env: own, url, httpUrl, headers }) => {
      const resolved = dollarIn(env);
      if (httpUrl !== undefined) return remote("http", httpUrl, headers, resolved);
      if (url !== undefined) return remote(type === "http" || type === "sse" ? type : "either", url, headers, resolved);
      return process({ command, args, env: own, inherited: withoutSecrets(env), resolved });
    });
  },
};

/** `PROBE_TOKEN` and `WIDGET_API_KEY` did not reach a server, `PROBE_PLAIN` did. */
function withoutSecrets(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/TOKEN|KEY|SECRET|PASSWORD/.test(name)));
}
