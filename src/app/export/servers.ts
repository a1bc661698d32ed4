/** The servers of an exported plugin: what the closed variants of `mcp.json` can say, and the whole entry for Symposium where that is not all of it. */

import { put } from "../../lookup.ts";
import { checkPackagedServer } from "../../plugins/agent-plugin/check-server.ts";
import { OWN_FILES } from "../../plugins/agent-plugin/expand.ts";
import { PLUGIN_DATA, PLUGIN_ROOT } from "../../plugins/agent-plugin/format.ts";
import type { AgentPluginServer } from "../../plugins/agent-plugin/schema.ts";
import { type Manifest, McpServer, type ServerEntry } from "../../plugins/manifest.ts";
import type { Server } from "../../plugins/plugin.ts";
import { referencesIn } from "../../plugins/references.ts";
import { isFinding } from "../../plugins/report.ts";
import { LOOPBACK } from "../../plugins/secret-shape.ts";
import { namedValues } from "../../plugins/server-values.ts";
import { isOpen } from "../../predicates/predicate.ts";
import { written } from "./extension.ts";
import { exportLoss, type ExportLoss, type ExportLossCode } from "./export-loss.ts";
import { relocatedText } from "./named-paths.ts";
import { type Relocation, relocated, relocatedProgram } from "./relocate.ts";

export interface ExportedServers {
  /** For every client, by name. */
  readonly portable: Readonly<Record<string, object>>;
  /** For Symposium: one of these takes the place of the portable one of its name. */
  readonly own: readonly object[];
  readonly losses: readonly ExportLoss[];
}

/** `servers` are those of the validated plugin, in the order of the entries. */
export function exportedServers(manifest: Manifest, servers: readonly Server[], at: Relocation): ExportedServers {
  const portable: Record<string, object> = {};
  const own: object[] = [];
  const losses: ExportLoss[] = [];
  for (const entry of manifest.mcp_servers) {
    const server = servers.find(({ name }) => name === entry.name);
    if (server === undefined) continue;
    const here = entryInPackage(entry, manifest, at);
    const said = portableServer(here, server, manifest);
    const refused = typeof said === "string" ? undefined : whyRefused(entry.name, said, at);
    const reasons: readonly ExportLossCode[] =
      typeof said === "string" ? [said] : refused === undefined ? differences(here, server) : ["server-refused"];
    if (typeof said !== "string" && refused === undefined) put(portable, entry.name, said);
    if (reasons.length > 0) own.push(written(McpServer.entries, here));
    losses.push(...reasons.map((code) => exportLoss(code, `server ${entry.name}`, refused)));
  }
  return { portable, own, losses };
}

/** What a client that reads the package would say: the format is stricter than a manifest. */
function whyRefused(name: string, said: AgentPluginServer, { directory, bounds }: Relocation): string | undefined {
  const read = checkPackagedServer(name, said, { directory, bounds, taken: new Set(), isFile: () => false });
  return isFinding(read) ? read.message : undefined;
}

/** With paths of the package. */
function entryInPackage(entry: ServerEntry, { installations }: Manifest, at: Relocation): ServerEntry {
  const { command, cwd } = entry;
  const item = `server ${entry.name}`;
  const isNamed = installations.some(({ name }) => name === command);
  const text = (given: string) => relocatedText(given, { at, item, cwd });
  return {
    ...entry,
    args: entry.args.map(text),
    env: Array.isArray(entry.env)
      ? entry.env.map(({ name, value }) => ({ name, value: text(value) }))
      : Object.fromEntries(Object.entries(entry.env).map(([name, value]) => [name, text(value)])),
    ...(command === undefined || isNamed ? {} : { command: relocatedProgram(command, at, item) }),
    ...(cwd === undefined ? {} : { cwd: relocated(cwd, at, item) }),
  };
}

/** What other clients do differently, though they can have it. */
function differences(entry: ServerEntry, server: Server): readonly ExportLossCode[] {
  return [
    ...(server.transport === "stdio" && entry.cwd === undefined ? ["server-folder" as const] : []),
    ...(entry["keep-alive"] ? ["server-keep-alive" as const] : []),
  ];
}

/** The server as every client reads it, or why it cannot be said. */
function portableServer(entry: ServerEntry, server: Server, manifest: Manifest): AgentPluginServer | ExportLossCode {
  if (!isOpen(server.gate)) return "server-conditional";
  return server.transport === "stdio" ? portableProcess(entry, manifest) : portableRemote(entry);
}

function portableProcess(entry: ServerEntry, { installations }: Manifest): AgentPluginServer | ExportLossCode {
  const { command = "", cwd } = entry;
  const args = [...entry.args];
  const variables = namedValues(entry.env);
  if (installations.some(({ name }) => name === command) || /\s/.test(command)) return "server-program";
  // What the package says of its own files, every client replaces.
  const literal = (text: string) => text.replaceAll(`${OWN_FILES}/`, "");
  if (variables.some(({ value }) => referencesIn(literal(value)).length > 0)) return "server-reference";
  const texts = [...args, ...variables.map(({ value }) => value)].map(literal);
  const reserved = [PLUGIN_ROOT, PLUGIN_DATA];
  if (texts.some((text) => reserved.some((name) => text.includes(`\${${name}}`)))) return "server-placeholder";
  if (variables.some(({ name }) => reserved.includes(name.toUpperCase()))) return "server-placeholder";
  const env: Record<string, string> = {};
  for (const { name, value } of variables) put(env, name, value);
  return {
    type: "stdio",
    command: /[\\/]/.test(command) && !command.startsWith("/") ? `./${command}` : command,
    ...(args.length === 0 ? {} : { args }),
    ...(variables.length === 0 ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd: cwd === "." ? "./" : `./${cwd}` }),
  };
}

function portableRemote(entry: ServerEntry): AgentPluginServer | ExportLossCode {
  const { url = "", type } = entry;
  const headers = namedValues(entry.headers);
  if ([url, ...headers.map(({ value }) => value)].some((text) => referencesIn(text).length > 0)) return "server-reference";
  const { protocol, username, password, hash, hostname } = new URL(url);
  const isHere = LOOPBACK.test(hostname) && !hostname.endsWith(".localhost");
  if ((protocol !== "https:" && !isHere) || username + password + hash !== "" || url.includes("#")) return "server-address";
  if (new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length) return "server-header";
  const named: Record<string, string> = {};
  for (const { name, value } of headers) put(named, name, value);
  return { type: type === "sse" ? "sse" : "streamable-http", url, ...(headers.length === 0 ? {} : { headers: named }) };
}
