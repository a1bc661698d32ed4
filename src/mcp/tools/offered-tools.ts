/** All tools that a client is offered in its folder. */

import { listsHere } from "../../app/lists-here.ts";
import { checkPlaces } from "../../app/command-places.ts";
import { withoutLoaded } from "../../app/servers/through-agent.ts";
import type { PlacedContext } from "../../platform/places.ts";
import type { IndexedCommand, IndexedServer } from "../../plugins/dispatch-index/format.ts";
import type { Session } from "../session.ts";
import { commandTools } from "./command-tools.ts";
import { OWN_TOOLS } from "./own-tools.ts";
import { serverTools } from "./server-tools.ts";
import type { OfferedTool } from "./tool.ts";

export interface Offer {
  readonly tools: readonly OfferedTool[];
  /** Those whose tools are among them. */
  readonly servers: readonly IndexedServer[];
}

/** By what the index says at this moment. Servers that no longer apply are ended first. */
export async function offeredTools(session: Session, app: PlacedContext, learn = false): Promise<Offer> {
  const { commands, servers } = await activeHere(session, app);
  await session.servers.retain(servers, app.context.cwd);
  const tools = new Map<string, OfferedTool>();
  const all = [...OWN_TOOLS, ...commandTools(commands), ...(await serverTools(session, app, servers, learn))];
  // Two servers may have tools whose whole names are equal, such as `a__b` of `x` and `b` of `x__a`.
  for (const tool of all) if (!tools.has(tool.definition.name)) tools.set(tool.definition.name, tool);
  return { tools: [...tools.values()], servers };
}

interface Active {
  readonly commands: readonly IndexedCommand[];
  readonly servers: readonly IndexedServer[];
}

/** Nothing where the config cannot be read: the tools that are always there explain it. */
async function activeHere({ agent, isInOwnFile, isBeyondAgent }: Session, app: PlacedContext): Promise<Active> {
  try {
    checkPlaces(app.context, app.places);
    const { commands, servers } = await listsHere(app);
    const first = servers.filter(({ name }, at) => servers.findIndex((other) => other.name === name) === at);
    const missing = first.filter((server) => (server.isGated || isBeyondAgent(server)) && !isInOwnFile(server, app));
    return { commands, servers: await withoutLoaded(missing, agent, app) };
  } catch (error) {
    console.error(`symposium: ${error instanceof Error ? error.message : String(error)}`);
    return { commands: [], servers: [] };
  }
}
