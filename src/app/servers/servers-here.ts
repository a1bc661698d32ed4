/** The MCP servers of active plugins that may run in the current folder. */

import type { IndexedServer } from "../../plugins/dispatch-index/format.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { listsHere } from "../lists-here.ts";

/** In the order of dispatch; of two with one name only the first, because agents know a server by its name. */
export async function serversHere(app: PlacedContext): Promise<readonly IndexedServer[]> {
  const { servers } = await listsHere(app);
  return servers.filter(({ name }, at) => servers.findIndex((other) => other.name === name) === at);
}
