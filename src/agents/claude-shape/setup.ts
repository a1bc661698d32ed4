/** Servers and marketplaces of plugins in the form that Claude Code introduced. */

import { join } from "node:path";

import { entriesOf } from "../../lookup.ts";
import { isObject, type Json, type JsonObject, stringOr, valueAt } from "../../model/json.ts";
import { type ReferenceSyntax, remoteEntry } from "../servers.ts";
import type { AgentFiles, Impossible, NativeServer } from "../setup.ts";

/** The file in the project, and its table. Copilot CLI and Qwen Code read it too, so one entry serves all three. */
export const MCP_JSON = { path: ".mcp.json", format: "json", table: () => ["mcpServers"] } as const;

export function claudeServerEntry(server: NativeServer, syntax: ReferenceSyntax): JsonObject | Impossible {
  if (server.transport === "stdio") return { type: "stdio", command: server.command, args: [...server.args] };
  return remoteEntry(server, syntax, (url) => ({ type: server.transport, url }));
}

/** `<plugin>@<marketplace>` of every key that is switched on. */
export function enabledPlugins(
  settings: Json | undefined,
): readonly { readonly key: string; readonly name: string; readonly of: string }[] {
  const chosen = valueAt(settings, "enabledPlugins");
  return (isObject(chosen) ? entriesOf(chosen) : []).flatMap(([key, isOn]) => {
    const [, name, of] = /^([^@]+)@([^@]+)$/.exec(key) ?? [];
    return isOn === true && name !== undefined && of !== undefined ? [{ key, name, of }] : [];
  });
}

export function folderOfMarketplace(source: Json | undefined): string | undefined {
  return valueAt(source, "source") === "directory" ? stringOr(valueAt(source, "path"), undefined) : undefined;
}

export function pluginIn(marketplace: string, name: string, documents: readonly string[], { json }: AgentFiles): readonly string[] {
  const document = documents.map((folder) => json(join(marketplace, folder, "marketplace.json"))).find(isObject);
  const plugins = valueAt(document, "plugins");
  const found = Array.isArray(plugins) ? (plugins as readonly Json[]).find((one) => valueAt(one, "name") === name) : undefined;
  const source = stringOr(valueAt(found, "source"), "");
  return /^\.\/(?!.*\.\.)/.test(source) ? [join(marketplace, source)] : [];
}
