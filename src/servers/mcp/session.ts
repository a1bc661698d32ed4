/** What lasts as long as one client. */

import { resolveAgent } from "../../agents/find-agent.ts";
import { type LedgerServer, readLedger } from "../../files/ledger.ts";
import type { PlacedContext } from "../../host/places.ts";
import { stampOf } from "../../host/stamp.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import { packagedThrough } from "../../plugins/agent-plugin/through-agents.ts";
import { type RunningServers, runningServers } from "../../plugins/mcp-servers/running-servers.ts";
import type { IndexedServer } from "../../plugins/plugin.ts";
import { isBeyond } from "../../setup/mcp-servers/placed-servers.ts";

export interface SessionOptions {
  /** Absolute; wins over the client's roots. */
  readonly workspace?: string;
  /** The agent that started us, by our name: servers in its own files are not offered again. */
  readonly agent?: string;
}

export type Session = ReturnType<typeof openSession>;

export function openSession(app: PlacedContext, options: SessionOptions) {
  const agent = resolveAgent(options.agent ?? "");
  const servers: RunningServers = runningServers({ onToolsChanged: () => session.onToolsChanged() });
  const session = {
    ...options,
    app,
    at: (cwd: string): PlacedContext => ({ ...app, context: { ...app.context, cwd } }),
    servers,
    /** Servers whose tools could not be listed, by digest, with the reason. */
    failures: new Map<string, string>(),
    isInOwnFile: ownFileTest(options.agent),
    /** The agent's files cannot have this server, whatever it depends on. */
    isBeyondAgent: (server: IndexedServer) => agent !== undefined && server.transport !== "stdio" && isBeyond(agent, server),
    /** Tells the client. */
    onToolsChanged: () => {},
    end: servers.end,
  };
  return session;
}

type OwnFileTest = (server: Pick<IndexedServer, "name" | "plugin">, app: PlacedContext) => boolean;

/**
 * Whether an agent has a server in a file of its own, by what we wrote there: our own server does not offer it again. Without an agent, or with an
 * unknown one, every server is offered.
 */
export function ownFileTest(agent: string | undefined): OwnFileTest {
  const name = resolveAgent(agent ?? "");
  if (name === undefined) return () => false;
  let read: { readonly stamp: string; readonly servers: readonly LedgerServer[] } | undefined;
  return ({ name: server, plugin }, { context, places }) => {
    const stamp = stampOf(places.ledger);
    if (read?.stamp !== stamp) read = { stamp, servers: serversIn(places.ledger) };
    const folder = workspaceFolder(context);
    const own = read.servers.filter((one) => one.name === server && one.plugin === plugin && one.agents.includes(name));
    return own.some(({ workspace = folder }) => workspace === folder);
  };
}

/** A server that is offered twice does less harm than one that is missing. */
function serversIn(ledger: string): readonly LedgerServer[] {
  try {
    return readLedger(ledger).files.flatMap(({ servers = [] }) => servers);
  } catch {
    return [];
  }
}

/** The servers that the agent does not load by itself; without an agent, or with an unknown one, all of them. */
export async function withoutLoaded(
  servers: readonly IndexedServer[],
  agent: string | undefined,
  { context }: PlacedContext,
): Promise<readonly IndexedServer[]> {
  const name = resolveAgent(agent ?? "");
  if (name === undefined || servers.every(({ packageRoot }) => packageRoot === undefined)) return servers;
  const { of } = await packagedThrough({ agents: [name], context, project: workspaceFolder(context) ?? undefined });
  const isLoaded = (plugin: string, directory: string) => of({ name: plugin, directory }).some(({ takes }) => takes.includes("servers"));
  return servers.filter(({ plugin, packageRoot }) => packageRoot === undefined || !isLoaded(plugin, packageRoot));
}
