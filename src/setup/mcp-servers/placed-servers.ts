/**
 * Which MCP servers should be in which files of which agents (MC-3, MC-4), and what becomes of each (MC-6, MC-10): active, waiting and for what,
 * impossible or not written and why. From the configured agents, the scope and the plugins.
 */

import type { AgentPackage } from "../../agents/agent-packages.ts";
import { userPlace } from "../../agents/agent-paths.ts";
import type { Scope } from "../../agents/agent.ts";
import { AGENTS } from "../../agents/list.ts";
import { isPlainServerName, launcherCall } from "../../agents/servers.ts";
import {
  type Agent,
  isImpossible,
  type RemoteServer as NativeRemote,
  type NativeServer,
  type ServerFile,
  serverFilePath,
  type ServerPlace,
} from "../../agents/setup.ts";
import type { Context } from "../../context.ts";
import { samePath } from "../../files/find-ours.ts";
import type { LedgerFile } from "../../files/ledger.ts";
import { joined } from "../../host/places.ts";
import type { Json } from "../../model/json.ts";
import type { RemoteServer, Server } from "../../plugins/plugin.ts";
import { referencesIn } from "../../plugins/secrets.ts";
import { serverWord } from "../../plugins/server-word.ts";

export interface OfferedServer {
  readonly plugin: string;
  readonly source: string;
  readonly server: Server;
  /** It applies to the current workspace only. */
  readonly isGated: boolean;
  readonly waits?: string;
  /** Agents that start it by themselves (AP-6), each with the folder from which it loads the plugin. */
  readonly through?: readonly Pick<AgentPackage, "agent" | "folder">[];
}

export interface ServersWish {
  readonly agents: readonly string[];
  readonly scope: Scope;
  /** The project's folder, for ungated servers in the project's scope. */
  readonly project: string | undefined;
  /** The workspace's folder, for gated servers. */
  readonly workspace: string | undefined;
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  readonly place?: string | undefined;
  /** In the order of dispatch. */
  readonly offered: readonly OfferedServer[];
  readonly hasOwn: boolean;
}

export interface ServerState {
  readonly agent: string;
  readonly title: string;
  readonly server: string;
  /** Absent for our own server. */
  readonly plugin?: string | undefined;
  readonly place?: ServerPlace | undefined;
  readonly file?: string | undefined;
  readonly workspace?: string | undefined;
  readonly state: "active" | "waiting" | "impossible" | "not written" | "through the agent itself";
  readonly isWritten: boolean;
  /** Each completes "not active until …". */
  readonly until: readonly string[];
  /** Why it is impossible or not written, or how the agent comes by it itself. */
  readonly because?: string | undefined;
  /** It waits for a file of the project: what to paste meanwhile, and whether the user is asked. */
  readonly forFile?: { readonly snippet: string; readonly asks: boolean } | undefined;
}

export interface PlacedServer extends ServerState {
  readonly source?: string | undefined;
  readonly entry?: { readonly path: readonly string[]; readonly value: Json };
}

const OWN_SERVER = "symposium";

export function placedServers(wish: ServersWish): PlacedServer[] {
  return wish.agents.flatMap((name) => {
    const agent = AGENTS.find((one) => one.name === name);
    if (agent === undefined) return [];
    const own = wish.hasOwn ? [ownServer(agent, wish)] : [];
    return [...own, ...wish.offered.map((offered) => placed(agent, offered, wish))];
  });
}

type About = Pick<PlacedServer, "agent" | "title" | "server" | "plugin" | "source" | "workspace">;

function ownServer(agent: Agent, wish: ServersWish): PlacedServer {
  const about = { agent: agent.name, title: agent.title, server: OWN_SERVER };
  if (isForLater(wish)) return waiting(about, IN_A_PROJECT);
  const file = agent.servers[wish.scope];
  if (file === undefined) return without(about, "impossible", `no file for servers of the ${wish.scope}`);
  return written(agent, wish.scope, file, launched(OWN_SERVER, [OWN_SERVER, "--agent", agent.name], wish.scope, wish), about, wish);
}

function isForLater({ scope, project }: ServersWish): boolean {
  return scope === "project" && project === undefined;
}

const IN_A_PROJECT = "you run `symposium sync` in a project";

function waiting(about: Omit<PlacedServer, "state" | "isWritten" | "until">, until: string): PlacedServer {
  return { ...about, state: "waiting", isWritten: false, until: [until] };
}

function without(about: About, state: PlacedServer["state"], because: string): PlacedServer {
  return { ...about, state, isWritten: false, until: [], because };
}

function placed(host: Agent, offered: OfferedServer, wish: ServersWish): PlacedServer {
  const { plugin, source, server, isGated, waits, through = [] } = offered;
  const { name: agent, title, servers: files } = host;
  const about: About = { agent, title, server: server.name, plugin, source, workspace: isGated ? wish.workspace : undefined };
  const by = through.find((one) => one.agent === agent);
  if (by !== undefined) return without(about, "through the agent itself", `loads the plugin from ${by.folder}`);
  // Agents know servers by their names.
  const first = wish.offered.find((other) => other.server.name === server.name);
  const namesake = server.name === OWN_SERVER ? "Symposium" : first === offered ? undefined : first?.plugin;
  if (namesake !== undefined) return without(about, "not written", `${namesake} has a server of that name`);
  if (!isPlainServerName(server.name)) return without(about, "impossible", `${title} does not accept this name`);
  if (!isGated && isForLater(wish)) return waiting(about, IN_A_PROJECT);
  // In the project's scope nothing is written into the home.
  const place = !isGated ? wish.scope : wish.scope === "user" && files.local !== undefined ? "local" : "project";
  const file = files[place];
  if (file === undefined) return without(about, "impossible", `no file for the servers of one project; ${instead(wish)}`);
  const word = serverWord({ plugin, name: server.name });
  const native =
    server.transport === "stdio" ? { ...launched(server.name, [word], place, wish), variables: variablesOf(server) } : nativeRemote(server);
  const one = written(host, place, file, native, about, wish);
  return one.isWritten && waits !== undefined ? waiting(one, waits) : one;
}

function instead({ hasOwn }: ServersWish): string {
  return hasOwn
    ? "the server `symposium` offers its tools"
    : "with `mcp-server = true` in your config, Symposium's own server offers its tools";
}

/** What the launcher resolves, so that the agent gives it these variables. */
function variablesOf({ packageRoot, variables }: Extract<Server, { transport: "stdio" }>): readonly string[] | undefined {
  const found = packageRoot === undefined ? [...new Set(variables.flatMap(({ value }) => referencesIn(value)))] : [];
  return found.length === 0 ? undefined : found;
}

function launched(name: string, words: readonly string[], place: ServerPlace, { context: { os }, place: moved }: ServersWish) {
  const scope = place === "project" ? "project" : "user";
  return { name, transport: "stdio", ...launcherCall(words, { scope, os, place: moved }) } as const;
}

function written(agent: Agent, place: ServerPlace, file: ServerFile, server: NativeServer, about: About, wish: ServersWish): PlacedServer {
  const value = agent.servers.entry(server, place);
  if (isImpossible(value)) return without(about, "impossible", `${about.title} cannot ${value.impossible}; ${instead(wish)}`);
  const folder = about.workspace ?? wish.project ?? "";
  const refers =
    server.transport !== "stdio" &&
    server.isLiteral !== true &&
    [server.url, ...Object.values(server.headers)].some((text) => referencesIn(text).length > 0);
  const until = (agent.servers.approvals ?? []).flatMap(({ value: { places, until: what, onlyWith } }) =>
    places.includes(place) && (onlyWith === undefined || refers) ? [what] : [],
  );
  const state = until.length === 0 ? "active" : "waiting";
  const entry = { path: [...file.table(folder), server.name], value };
  const { context } = wish;
  const path = serverFilePath(file, context.os);
  const at = place === "project" ? joined(context.os, folder, ...path.split("/")) : userPlace(path, agent.relocatedBy, context);
  return { ...about, place, file: at, state, isWritten: true, until, entry };
}

/** `recordOf` gives what the ledger has of a file, or will have when a plan was carried out; `whyMissing` completes "not written: …". */
export function serverStates(
  servers: readonly PlacedServer[],
  recordOf: (file: string) => LedgerFile | undefined,
  whyMissing = (file: string) => `${file} has another entry of that name, or could not be changed`,
): ServerState[] {
  return servers.map((one) => {
    const { agent, title, server, plugin, place, file = "", workspace, entry } = one;
    const isThere = !one.isWritten || recordOf(file)?.servers?.some(({ path }) => samePath(path, entry?.path ?? [])) === true;
    const { state, isWritten, until, because, forFile } = isThere ? one : without(one, "not written", whyMissing(file));
    return { agent, title, server, plugin, place, file: one.file, workspace, state, isWritten, until, because, forFile };
  });
}

type Remote = Pick<RemoteServer, "name" | "transport" | "url" | "headers" | "packageRoot">;

function nativeRemote({ name, transport, url, headers: all, packageRoot }: Remote): NativeRemote {
  const headers = Object.fromEntries(all.map((header) => [header.name, header.value]));
  return { name, transport, url, headers, isLiteral: packageRoot === undefined ? undefined : (true as const) };
}

/** Whether some place of the agent lacks the server's transport, or gives a meaning to its texts. An unknown agent can have any server. */
export function isBeyond(agent: string, server: Remote): boolean {
  const files = AGENTS.find(({ name }) => name === agent)?.servers;
  if (files === undefined) return false;
  const places = (["user", "local", "project"] as const).filter((place) => files[place] !== undefined);
  return places.some((place) => isImpossible(files.entry(nativeRemote(server), place)));
}
