/** What OpenCode 1.18.33 sees in its configuration (2026-11-17). It replaces references in the text, before it reads it. */

import { isFields } from "../../oracles/fields.ts";
import { commentedJson, process, refusal, remote, seenIn, type ServerOracle, tableAt } from "../../oracles/server-file.ts";

export const serverOracle: ServerOracle = {
  agent: "opencode",
  paths: { user: ".config/opencode/opencode.json", project: "opencode.json" },
  read: ({ text, env }) => {
    if (/\{file:/.test(text)) return refusal("a file's content would be read into it");
    const document = commentedJson(
      text.replaceAll(/\{env:([^}]+)\}/g, (_, name: string) => env[name] ?? ""),
      true,
    );
    if (document === undefined) return refusal("not JSON");
    const seen = seenIn(tableAt(document, ["mcp"]), ({ type, command, environment, url, headers }) => {
      if (type === "local")
        return Array.isArray(command)
          ? process({ command: command[0], args: command.slice(1), env: environment, inherited: env })
          : undefined;
      return type === "remote" ? remote("either", url, headers) : undefined;
    });
    // An entry may also be no more than a switch for a server of another file.
    const wrong = seen.skipped.filter((name) => !isSwitch(tableAt(document, ["mcp", name])));
    return wrong.length === 0 ? seen : refusal(`OpenCode does not start: mcp.${wrong.join(", ")}`);
  },
};

function isSwitch(entry: unknown): boolean {
  return isFields(entry) && Object.keys(entry).join() === "enabled" && typeof entry["enabled"] === "boolean";
}
