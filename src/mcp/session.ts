/** What lasts as long as one client. */

import { resolveAgent } from "../agents/hook-time.ts";
import { ownFileTest } from "../app/servers/own-file.ts";
import { type RunningServers, runningServers } from "../app/servers/running-servers.ts";
import type { PlacedContext } from "../platform/places.ts";
import { isBeyond } from "../registration/native-remote.ts";
import type { IndexedServer } from "../plugins/dispatch-index/format.ts";

export interface SessionOptions {
  /** Absolute; wins over the client's roots. */
  readonly workspace?: string;
  /** The agent that started us, by our name: servers in its own files are not offered again. */
  readonly agent?: string;
}

export interface Session extends SessionOptions {
  readonly app: PlacedContext;
  /** The same in another folder. */
  readonly at: (folder: string) => PlacedContext;
  readonly servers: RunningServers;
  /** Servers whose tools could not be listed, by digest, with the reason. */
  readonly failures: Map<string, string>;
  /** The agent has this server in a file of its own. */
  readonly isInOwnFile: (server: IndexedServer, app: PlacedContext) => boolean;
  /** The agent's files cannot have this server, whatever it depends on. */
  readonly isBeyondAgent: (server: IndexedServer) => boolean;
  /** Tells the client. */
  onToolsChanged: () => void;
  /** Ends what was started for the client. */
  readonly end: () => Promise<void>;
}

export function openSession(app: PlacedContext, options: SessionOptions): Session {
  const agent = options.agent === undefined ? undefined : resolveAgent(options.agent);
  const servers = runningServers({ onToolsChanged: () => session.onToolsChanged() });
  const session: Session = {
    ...options,
    app,
    at: (cwd) => ({ ...app, context: { ...app.context, cwd } }),
    servers,
    failures: new Map(),
    isInOwnFile: ownFileTest(options.agent),
    isBeyondAgent: (server) => agent !== undefined && server.transport !== "stdio" && isBeyond(agent, server),
    onToolsChanged: () => {},
    end: servers.end,
  };
  return session;
}
