/** The subcommands of active plugins in the current folder. */

import type { IndexedCommand } from "../../plugins/dispatch-index/format.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { listsHere } from "../lists-here.ts";

/** What people see of a command. */
export type ListedCommand = Pick<IndexedCommand, "plugin" | "source" | "name" | "description" | "audience">;

/** The same for callers of the library. */
export async function listCommands(app: PlacedContext): Promise<readonly ListedCommand[]> {
  const commands = await commandsHere(app);
  return commands.map(({ plugin, source, name, description, audience }) => ({ plugin, source, name, description, audience }));
}

/** In the order of dispatch. Throws where the config cannot be read and no earlier index is there. */
export async function commandsHere(app: PlacedContext): Promise<readonly IndexedCommand[]> {
  return (await listsHere(app)).commands;
}
