/** What Symposium alone reads of an exported plugin, and its servers: the entries of its manifest, with paths that start at the package's folder. */

import type * as v from "valibot";
import { getDefault } from "valibot";

import { hasWord, lookUp, put } from "../../lookup.ts";
import { programSourceNamed } from "../../packages/programs/list.ts";
import { OWN_FILES, PLUGIN_DATA, PLUGIN_ROOT } from "../../plugins/agent-plugin/format.ts";
import type { AgentPluginServer } from "../../plugins/agent-plugin/schema.ts";
import { checkPackagedServer } from "../../plugins/agent-plugin/servers.ts";
import { isOpen } from "../../plugins/gates/predicate.ts";
import { namedValues } from "../../plugins/manifest/check-server.ts";
import { isFinding } from "../../plugins/manifest/report.ts";
import {
  type ChainedEntry,
  Hook,
  type HookEntry,
  type InlineEntry,
  Installation,
  type Manifest,
  McpServer,
  Predicate,
  type PredicateEntry,
  type ServerEntry,
  Subcommand,
  type SubcommandEntry,
} from "../../plugins/manifest/schema.ts";
import type { Server } from "../../plugins/plugin.ts";
import { LOOPBACK, referencesIn } from "../../plugins/secrets.ts";
import { type ExportLoss, exportLoss, type ExportLossCode } from "./losses.ts";
import { relocated, relocatedProgram, relocatedText, type Relocation } from "./relocate.ts";

type Entry = Readonly<Record<string, unknown>>;

/** The entries without what they say by saying nothing. */
function written(entries: Readonly<Record<string, v.GenericSchema>>, entry: object): Entry {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entry)) {
    const schema = lookUp(entries, key);
    const isDefault = schema?.type === "optional" && JSON.stringify(getDefault(schema)) === JSON.stringify(value);
    if (value !== undefined && !isDefault) put(kept, key, value);
  }
  return kept;
}

export function exportedInstallation(entry: Manifest["installations"][number], at: Relocation): Entry {
  return inPackage(entry, at, `installation ${entry.name}`);
}

export function exportedHook(entry: HookEntry, manifest: Manifest, at: Relocation): Entry {
  const item = `hook ${entry.name}`;
  const own = isAcquired(entry.command, manifest) ? {} : programs(entry, at, item);
  return written(Hook.entries, {
    ...entry,
    ...own,
    ...argumentsOf(entry, at, item),
    ...command(entry.command, at, item),
    ...required(entry, at, item),
  });
}

export function exportedSubcommand(name: string, entry: SubcommandEntry, at: Relocation): Entry {
  const item = `subcommand ${name}`;
  return written(Subcommand.entries, { ...entry, ...argumentsOf(entry, at, item), ...command(entry.command, at, item) });
}

export function exportedPredicate(entry: PredicateEntry, at: Relocation): Entry {
  const item = `predicate ${entry.name}`;
  return written(Predicate.entries, { ...entry, ...argumentsOf(entry, at, item), ...command(entry.command, at, item) });
}

export function exportedChained(entry: ChainedEntry, at: Relocation): Entry {
  const { path, git } = entry.source;
  const item = `plugin ${path ?? git ?? "of a package"}`;
  if (git !== undefined && isLocalRepository(git)) at.refusals.push(`${item} is a repository on this machine`);
  const source = path === undefined ? entry.source : { ...entry.source, path: relocated(path, at, item) };
  return written({}, { ...entry, source: written({}, source) });
}

/** Not an address that means the same elsewhere. */
export function isLocalRepository(address: string): boolean {
  return /^(?:[./~\\]|file:|[A-Za-z]:[\\/])/.test(address);
}

function command(given: string | InlineEntry | undefined, at: Relocation, item: string): { readonly command?: string | Entry } {
  if (given === undefined) return {};
  return { command: typeof given === "string" ? given : inPackage(given, at, item) };
}

function inPackage(entry: InlineEntry, at: Relocation, item: string): Entry {
  const isOwn = !isAcquiredFrom(entry);
  const commands =
    isOwn && entry.install_commands.length > 0 ? { install_commands: entry.install_commands.map((line) => inFolder(line, at)) } : {};
  return written(Installation.entries, {
    ...entry,
    ...(isOwn ? programs(entry, at, item) : {}),
    ...argumentsOf(entry, at, item),
    ...commands,
    ...required(entry, at, item),
  });
}

/** They run in a copy of the package's folder. */
function inFolder(line: string, at: Relocation): string {
  at.used.add("");
  return at.prefix === "" ? line : `cd ${at.prefix.replace(/\/$/, "")} && ${line}`;
}

const PROGRAM_KEYS = ["executable", "script", "command"] as const;

function programs(entry: object, at: Relocation, item: string): Entry {
  const found: Record<string, unknown> = {};
  for (const key of PROGRAM_KEYS) {
    const word = hasWord(entry, key) ? lookUp<unknown>(entry as Entry, key) : undefined;
    // A hook's `command` is the name of an installation.
    if (typeof word !== "string" || (key === "command" && hasWord(entry, "event"))) continue;
    put(found, key, relocatedProgram(word, at, item));
  }
  return found;
}

/** The process starts in the project. */
function argumentsOf({ args }: { readonly args?: readonly string[] | undefined }, at: Relocation, item: string): Entry {
  return args === undefined ? {} : { args: args.map((text) => relocatedText(text, { at, item })) };
}

function required({ requirements }: { readonly requirements: InlineEntry["requirements"] }, at: Relocation, item: string): Entry {
  if (requirements.length === 0) return {};
  return { requirements: requirements.map((one) => (typeof one === "string" ? one : inPackage(one as InlineEntry, at, item))) };
}

/** Its programs are in the folder where Symposium puts it. */
function isAcquired(given: HookEntry["command"], { installations }: Manifest): boolean {
  const entry = typeof given === "string" ? installations.find(({ name }) => name === given) : given;
  return entry !== undefined && isAcquiredFrom(entry);
}

function isAcquiredFrom({ source }: Pick<InlineEntry, "source">): boolean {
  return source !== undefined && programSourceNamed(source)?.name !== "path";
}

/** The servers of an exported plugin: what the closed variants of `mcp.json` can say, and the whole entry for Symposium where that is not all of it. */
interface ExportedServers {
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
