/** The tools of dependency-gated servers, as `<server>__<tool>`. */

import type { Tool } from "@modelcontextprotocol/server";

import { offeredName } from "../../app/servers/check-tools.ts";
import { readStoredTools, serverDigest } from "../../app/servers/stored-tools.ts";
import { messageOf } from "../../canonical/error-message.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { within } from "../../platform/within.ts";
import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import type { Session } from "../session.ts";
import type { OfferedTool } from "./tool.ts";

/** Clients wait longer for a list; what comes later is told as a change. */
const FIRST_LIST_MS = 8_000;

/** Starts no server whose tools are stored. `learn`: the others are started, all at once. */
export async function serverTools(
  session: Session,
  app: PlacedContext,
  servers: readonly IndexedServer[],
  learn: boolean,
): Promise<readonly OfferedTool[]> {
  const known = servers.map((server) => ({ server, tools: readStoredTools(server, app.places) }));
  const unknown = known.filter(({ server, tools }) => tools === undefined && !session.failures.has(serverDigest(server)));
  if (!learn || unknown.length === 0) return known.flatMap(({ server, tools = [] }) => tools.map((tool) => offered(session, server, tool)));
  let isLate = false;
  const learnt = unknown.map(({ server }) =>
    session.servers.learnTools(server, app).then(
      () => (isLate ? session.onToolsChanged() : undefined),
      (error: unknown) => void session.failures.set(serverDigest(server), messageOf(error)),
    ),
  );
  await within(FIRST_LIST_MS, Promise.all(learnt));
  isLate = true;
  return serverTools(session, app, servers, false);
}

/** Why a server has no tools, for a call of one. */
export function failureFor(session: Session, servers: readonly IndexedServer[], tool: string): string | undefined {
  const server = servers.find(({ name }) => tool.startsWith(offeredName(name, "")));
  return server === undefined ? undefined : session.failures.get(serverDigest(server));
}

function offered({ servers }: Session, server: IndexedServer, tool: Tool): OfferedTool {
  return {
    definition: { ...tool, name: offeredName(server.name, tool.name) },
    call: async (args, { app, request }) => {
      const { _meta: meta } = request;
      const token = meta?.progressToken;
      const onProgress = (progress: { readonly progress: number; readonly total?: number | undefined }) =>
        void request.notify({ method: "notifications/progress", params: { ...progress, progressToken: token } }).catch(() => {});
      const call = { name: tool.name, arguments: args, signal: request.signal };
      return servers.callTool(server, app, token === undefined ? call : { ...call, onProgress });
    },
  };
}
