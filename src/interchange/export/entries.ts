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
  type ServerEntry,
  Subcommand,
} from "../../plugins/manifest/schema.ts";
import type { Server } from "../../plugins/plugin.ts";
import { LOOPBACK, referencesIn } from "../../plugins/secrets.ts";
import { type ExportLoss, exportLoss, type ExportLossCode } from "./losses.ts";
import { relocated, relocatedProgram, relocatedText, type Relocation } from "./relocate.ts";

type Entry = Readonly<Record<string, unknown>>;
type ItemEntry = Pick<HookEntry, "command" | "args"> & Partial<Pick<HookEntry, "requirements">>;

/** The entry without fields that have no value, or the default one. */
function written(entries: Readonly<Record<string, v.GenericSchema>>, entry: object): Entry {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entry)) {
    const schema = lookUp(entries, key);
    const isDefault = schema?.type === "optional" && JSON.stringify(getDefault(schema)) === JSON.stringify(value);
    if (value !== undefined && !isDefault) put(kept, key, value);
  }
  return kept;
}

export function exportedChained(entry: ChainedEntry, at: Relocation): Entry {
  const { path, git } = entry.source;
  const item = `plugin ${path ?? git ?? "of a package"}`;
  if (git !== undefined && isLocalRepository(git)) at.refusals.push(`${item} is a repository on this machine`);
  const source = path === undefined ? entry.source : { ...entry.source, path: relocated(path, at, item) };
  return written({}, { ...entry, source: written({}, source) });
}

/** A hook, a subcommand or a predicate. */
export function exportedItem(kind: keyof typeof ITEMS, name: string, entry: ItemEntry, at: Relocation, own: Entry = {}): Entry {
  const item = `${kind} ${name}`;
  const { command: given } = entry;
  return written(ITEMS[kind].entries, {
    ...entry,
    ...own,
    ...argumentsOf(entry, at, item),
    ...(typeof given === "object" && { command: exportedInstallation(given, at, item) }),
    ...required(entry, at, item),
  });
}

const ITEMS = { hook: Hook, subcommand: Subcommand, predicate: Predicate };

export function exportedHook(entry: HookEntry, manifest: Manifest, at: Relocation): Entry {
  const own = isAcquired(entry.command, manifest) ? {} : programs(entry, at, `hook ${entry.name}`);
  return exportedItem("hook", entry.name, entry, at, own);
}

/** Not an address that means the same elsewhere. */
export function isLocalRepository(address: string): boolean {
  return /^(?:[./~\\]|file:|[A-Za-z]:[\\/])/.test(address);
}

/** An installation of the manifest, or one that an item has as its `command`. */
export function exportedInstallation(entry: InlineEntry, at: Relocation, item: string): Entry {
  const own = isAcquiredFrom(entry) ? {} : programs(entry, at, item);
  const lines = isAcquiredFrom(entry) ? [] : entry.install_commands;
  // Install commands run in a copy of the package's folder.
  if (lines.length > 0) at.used.add("");
  const folder = at.prefix === "" ? "" : `cd ${at.prefix.replace(/\/$/, "")} && `;
  const commands = lines.length === 0 ? {} : { install_commands: lines.map((line) => folder + line) };
  return written(Installation.entries, { ...entry, ...own, ...argumentsOf(entry, at, item), ...commands, ...required(entry, at, item) });
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

function required({ requirements = [] }: Partial<Pick<InlineEntry, "requirements">>, at: Relocation, item: string): Entry {
  if (requirements.length === 0) return {};
  return { requirements: requirements.map((one) => (typeof one === "string" ? one : exportedInstallation(one as InlineEntry, at, item))) };
}

/** Whether the entry's programs are in the folder where Symposium puts what it acquires, and not in the plugin's. */
function isAcquired(given: HookEntry["command"], { installations }: Manifest): boolean {
  const entry = typeof given === "string" ? installations.find(({ name }) => name === given) : given;
  return entry !== undefined && isAcquiredFrom(entry);
}

function isAcquiredFrom({ source }: Pick<InlineEntry, "source">): boolean {
  return source !== undefined && programSourceNamed(source)?.name !== "path";
}

/**
 * The servers of an exported plugin: `portable` for every client, what the closed variants of `mcp.json` can say, by name; `own` for Symposium,
 * which takes such an entry in the place of the portable one. `servers` are those of the validated plugin.
 */
export function exportedServers(manifest: Manifest, servers: readonly Server[], at: Relocation) {
  const portable: Record<string, object> = {};
  const own: object[] = [];
  const losses: ExportLoss[] = [];
  for (const entry of manifest.mcp_servers) {
    const server = servers.find(({ name }) => name === entry.name);
    if (server === undefined) continue;
    const here = entryInPackage(entry, manifest, at);
    const isProcess = server.transport === "stdio";
    const said = !isOpen(server.gate) ? "server-conditional" : isProcess ? portableProcess(here, manifest) : portableRemote(here);
    const refused = typeof said === "string" ? undefined : whyRefused(entry.name, said, at);
    const reasons: ExportLossCode[] = typeof said === "string" ? [said] : refused === undefined ? [] : ["server-refused"];
    if (typeof said !== "string" && refused === undefined) {
      put(portable, entry.name, said);
      if (isProcess && here.cwd === undefined) reasons.push("server-folder");
      if (here["keep-alive"]) reasons.push("server-keep-alive");
    }
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

function portableProcess(entry: ServerEntry, { installations }: Manifest): AgentPluginServer | ExportLossCode {
  const { command = "", cwd } = entry;
  const args = [...entry.args];
  const variables = namedValues(entry.env);
  if (installations.some(({ name }) => name === command) || /\s/.test(command)) return "server-program";
  // Every client replaces the variable with which the package names its own files.
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
