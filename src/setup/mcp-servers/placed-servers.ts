/** Which MCP servers should be in which files of which agents (MC-3, MC-4), and why one is not: from the configured agents, the scope and the plugins. */

import type { AgentPackage } from "../../agents/agent-packages.ts";
import { userPlace } from "../../agents/agent-paths.ts";
import type { Scope } from "../../agents/agent.ts";
import { titleOf } from "../../agents/agents-by-name.ts";
import { AGENTS } from "../../agents/list.ts";
import { isPlainServerName, launcherCall } from "../../agents/servers.ts";
import {
  type Agent,
  isImpossible,
  type RemoteServer as NativeRemote,
  type NativeServer,
  type ServerFile,
  serverFilePath,
  type ServerFiles,
  type ServerPlace,
} from "../../agents/setup.ts";
import type { Context } from "../../context.ts";
import { joined } from "../../host/places.ts";
import type { Json } from "../../model/json.ts";
import type { ProcessServer, RemoteServer, Server } from "../../plugins/plugin.ts";
import { referencesIn } from "../../plugins/secrets.ts";
import { serverWord } from "../../plugins/server-word.ts";

/** A server of an active plugin. */
export interface OfferedServer {
  readonly plugin: string;
  /** The source of the plugin. */
  readonly source: string;
  readonly server: Server;
  /** It applies to the current workspace only. */
  readonly isGated: boolean;
  /** Why it may not run yet. */
  readonly waits?: string;
  /** Agents that start it by themselves (AP-6), each with the folder from which it loads the plugin. */
  readonly through?: readonly Pick<AgentPackage, "agent" | "folder">[];
}

export interface ServersWish {
  /** Our names for the configured agents. */
  readonly agents: readonly string[];
  readonly scope: Scope;
  /** The project's folder, for ungated servers in the project's scope. */
  readonly project?: string;
  /** The workspace's folder, for gated servers. */
  readonly workspace?: string;
  readonly context: Pick<Context, "home" | "env" | "os" | "cwd">;
  /** Our directory where the user moved it. */
  readonly place?: string;
  /** In the order of dispatch. */
  readonly offered: readonly OfferedServer[];
  /** Our own server is registered. */
  readonly hasOwn: boolean;
  /** What keeps a gated server out of this file of the project; `undefined` where nothing does. */
  readonly hindrance: (file: string) => Hindrance | undefined;
}

export interface Hindrance {
  /** Completes "waits until …". */
  readonly why: string;
  /** The user has not answered yet whether such files may be used. */
  readonly asks: boolean;
}

export interface PlacedServer {
  readonly agent: string;
  readonly name: string;
  /** Absent for our own server. */
  readonly plugin?: string;
  readonly source?: string;
  readonly state: "wanted" | "waiting" | "impossible" | "skipped" | "through the agent itself";
  /** Why it is not written; for `waiting`, completes "waits until …". */
  readonly why?: string;
  readonly place?: ServerPlace;
  readonly file?: string;
  readonly format?: ServerFile["format"];
  /** The keys that lead to its entry, and the entry. */
  readonly path?: readonly string[];
  readonly value?: Json;
  /** The agent itself resolves references to variables in it. */
  readonly refers?: true;
  /** It waits for a file of the project: what to paste meanwhile, and whether the user is asked. */
  readonly forFile?: { readonly snippet: string; readonly asks: boolean };
  /** The only workspace that it applies to. */
  readonly workspace?: string;
}

/** The name under which agents know our own server. */
const OWN_SERVER = "symposium";

/** In the order of the agents, then of dispatch. */
export function placedServers(wish: ServersWish): PlacedServer[] {
  return wish.agents.flatMap((name) => {
    const agent = AGENTS.find((one) => one.name === name);
    if (agent === undefined) return [];
    const own = wish.hasOwn ? [ownServer(agent, wish)] : [];
    return [...own, ...wish.offered.map((offered, at) => placed(agent, offered, wish, firstNamesake(wish, at)))];
  });
}

function ownServer(agent: Agent, wish: ServersWish): PlacedServer {
  const about = { agent: agent.name, name: OWN_SERVER };
  if (isForLater(wish)) return { ...about, state: "waiting", why: IN_A_PROJECT };
  const found = ungatedPlace(agent.servers, wish);
  if (found === undefined) return { ...about, state: "impossible", why: `no file for servers of the ${wish.scope}` };
  const [place, file] = found;
  return written(agent, place, file, processServer(OWN_SERVER, [OWN_SERVER, "--agent", agent.name], place, wish), about, wish);
}

/** In the project's scope, and no project is near. */
function isForLater({ scope, project }: ServersWish): boolean {
  return scope === "project" && project === undefined;
}

const IN_A_PROJECT = "you run `symposium sync` in a project";

/** Whose server has the same name: agents know servers by their names. */
function firstNamesake({ offered }: ServersWish, at: number): string | undefined {
  const name = offered[at]?.server.name;
  if (name === OWN_SERVER) return "Symposium";
  const first = offered.findIndex((other) => other.server.name === name);
  return first < at ? offered[first]?.plugin : undefined;
}

function placed(host: Agent, offered: OfferedServer, wish: ServersWish, namesake: string | undefined): PlacedServer {
  const { plugin, source, server, isGated, waits, through = [] } = offered;
  const { name: agent, servers: files } = host;
  const about = {
    agent,
    name: server.name,
    plugin,
    source,
    ...(isGated && wish.workspace !== undefined ? { workspace: wish.workspace } : {}),
  };
  const by = through.find((one) => one.agent === agent);
  if (by !== undefined) return { ...about, state: "through the agent itself", why: `loads the plugin from ${by.folder}` };
  if (namesake !== undefined) return { ...about, state: "skipped", why: `${namesake} has a server of that name` };
  if (!isPlainServerName(server.name)) return { ...about, state: "impossible", why: `${titleOf(agent)} does not accept this name` };
  if (!isGated && isForLater(wish)) return { ...about, state: "waiting", why: IN_A_PROJECT };
  const found = isGated ? gatedPlace(files, wish) : ungatedPlace(files, wish);
  if (found === undefined) return { ...about, state: "impossible", why: `no file for the servers of one project; ${instead(wish)}` };
  const [place, file] = found;
  const native =
    server.transport === "stdio"
      ? { ...processServer(server.name, [serverWord({ plugin, name: server.name })], place, wish), ...variablesOf(server) }
      : nativeRemote(server);
  const one = written(host, place, file, native, about, wish);
  if (one.state !== "wanted") return one;
  if (waits !== undefined) return { ...one, state: "waiting", why: waits };
  const hindrance = isGated && place === "project" ? wish.hindrance(one.file ?? "") : undefined;
  if (hindrance === undefined) return one;
  return { ...one, state: "waiting", why: hindrance.why, forFile: { snippet: "", asks: hindrance.asks } };
}

function instead({ hasOwn }: ServersWish): string {
  return hasOwn
    ? "the server `symposium` offers its tools"
    : "with `mcp-server = true` in your config, Symposium's own server offers its tools";
}

type Found = readonly [ServerPlace, ServerFile];

/** In the project's scope nothing is written into the home. */
function gatedPlace({ local, project }: ServerFiles, { scope }: ServersWish): Found | undefined {
  if (scope === "user" && local !== undefined) return ["local", local];
  return project === undefined ? undefined : ["project", project];
}

function ungatedPlace(files: ServerFiles, { scope }: ServersWish): Found | undefined {
  const file = files[scope];
  return file === undefined ? undefined : [scope, file];
}

/** What the launcher resolves, so that the agent gives it these variables. */
function variablesOf(server: ProcessServer): { readonly variables?: readonly string[] } {
  if (server.packageRoot !== undefined) return {};
  const variables = [...new Set(server.variables.flatMap(({ value }) => referencesIn(value)))];
  return variables.length === 0 ? {} : { variables };
}

function processServer(
  name: string,
  words: readonly string[],
  place: ServerPlace,
  { context: { os }, place: moved }: ServersWish,
): NativeServer {
  const scope = place === "project" ? "project" : "user";
  return { name, transport: "stdio", ...launcherCall(words, { scope, os, place: moved }) };
}

type About = Pick<PlacedServer, "agent" | "name" | "plugin" | "source" | "workspace">;

function written(agent: Agent, place: ServerPlace, file: ServerFile, server: NativeServer, about: About, wish: ServersWish): PlacedServer {
  const value = agent.servers.entry(server, place);
  if (isImpossible(value))
    return { ...about, state: "impossible", why: `${titleOf(about.agent)} cannot ${value.impossible}; ${instead(wish)}` };
  const folder = about.workspace ?? wish.project ?? "";
  const path = [...file.table(folder), server.name];
  const refers =
    server.transport !== "stdio" &&
    server.isLiteral !== true &&
    [server.url, ...Object.values(server.headers)].some((text) => referencesIn(text).length > 0);
  const entry = { format: file.format, path, value, ...(refers ? { refers: true as const } : {}) };
  return { ...about, state: "wanted", place, file: pathOf(file, place, agent, folder, wish), ...entry };
}

function pathOf(file: ServerFile, place: ServerPlace, { relocatedBy }: Agent, folder: string, { context }: ServersWish): string {
  const path = serverFilePath(file, context.os);
  if (place === "project") return joined(context.os, folder, ...path.split("/"));
  return userPlace(path, relocatedBy, context);
}

/** A server that is reached, as an agent's file has it, and whether the agent's files can have it at all. */
type Remote = Pick<RemoteServer, "name" | "transport" | "url" | "headers" | "packageRoot">;

function nativeRemote({ name, transport, url, headers, packageRoot }: Remote): NativeRemote {
  return {
    name,
    transport,
    url,
    headers: Object.fromEntries(headers.map((header) => [header.name, header.value])),
    isLiteral: packageRoot === undefined ? undefined : (true as const),
  };
}

/** Some place of the agent's lacks its transport, or gives a meaning to its texts. An agent that we do not know has all of them. */
export function isBeyond(agent: string, server: Remote): boolean {
  const files = AGENTS.find(({ name }) => name === agent)?.servers;
  if (files === undefined) return false;
  const places = (["user", "local", "project"] as const).filter((place) => files[place] !== undefined);
  return places.some((place) => isImpossible(files.entry(nativeRemote(server), place)));
}
