/** What of active plugins may run in the current folder, by the dispatch index, so that a call loads and reads little. */

import { BUILD } from "../context.ts";
import { UserError } from "../errors.ts";
import { exists } from "../host/files.ts";
import { guestPlaces, isGuest } from "../host/own-process.ts";
import { configName, type PlacedContext } from "../host/places.ts";
import { isFresh } from "../host/stamp.ts";
import { workspaceFolder } from "../packages/workspace-folder.ts";
import { type Live, liveHolds } from "../plugins/gates/live.ts";
import type { IndexedServer } from "../plugins/plugin.ts";
import type { IndexedCommand, IndexedLists } from "./format.ts";
import { findIndex, isIndexFresh, listsOf, type OpenIndex, parseIndex, untouchedIn } from "./read-index.ts";

/** In the order of dispatch, with the names of all plugins. Throws where the config cannot be read and no earlier index is there. */
export async function listsHere(app: PlacedContext): Promise<IndexedLists> {
  const folder = workspaceFolder(app.context);
  const index = findIndex(app.places, folder);
  const known = index === undefined ? undefined : freshLists(index, app);
  const lists = known ?? (await rebuiltLists(app, folder, index));
  return only(lists, ({ when }) => when === undefined || liveHolds(when, app.context));
}

interface Listed {
  readonly when?: Live;
  readonly covered?: number;
}

function only({ commands, servers, plugins }: IndexedLists, isMeant: (one: Listed) => boolean): IndexedLists {
  return { commands: commands.filter(isMeant), servers: servers.filter(isMeant), plugins };
}

/** `undefined` where a file that they follow from has changed. */
function freshLists(index: OpenIndex, { places, context }: PlacedContext): IndexedLists | undefined {
  try {
    if (index.header.config !== configName(places) || !isIndexFresh(index, BUILD, true, context)) return undefined;
    const lists = listsOf(index);
    const isUntouched = untouchedIn(index, context.now);
    return [...lists.commands, ...lists.servers].every(({ covered }) => isUntouched(covered)) ? lists : undefined;
  } catch {
    // Damaged.
    return undefined;
  }
}

/** Where the config is unreadable, what applied before stays, as for hooks. */
async function rebuiltLists(app: PlacedContext, folder: string | null, before: OpenIndex | undefined): Promise<IndexedLists> {
  const { rebuildIndex } = await import("./rebuild.ts");
  // Before `init`, and in the directory of another user, nothing is written.
  const isVisit = isGuest(app.places) || !exists(app.places.base);
  const places = isVisit ? guestPlaces(app.places) : app.places;
  const rebuilt = await rebuildIndex({ context: app.context, places, folder, program: BUILD, leavesSkills: true });
  const index = rebuilt.ok ? parseIndex(rebuilt.text) : undefined;
  if (index !== undefined) return listsOf(index);
  if (rebuilt.ok || before === undefined) throw new UserError("CONFIG", rebuilt.ok ? "the rebuilt index is unreadable" : rebuilt.problem);
  const isConsentFresh = before.header.stamps.some((stamped) => stamped[0] === app.places.consent && isFresh(stamped));
  const isUntouched = untouchedIn(before, app.context.now);
  return only(listsOf(before), ({ covered }) => covered === undefined || (isConsentFresh && isUntouched(covered)));
}

/** In the order of dispatch; of two with one name only the first, because agents know a server by its name. */
export async function serversHere(app: PlacedContext): Promise<readonly IndexedServer[]> {
  const { servers } = await listsHere(app);
  return servers.filter(({ name }, at) => servers.findIndex((other) => other.name === name) === at);
}

/** What people see of a command. */
export type ListedCommand = Pick<IndexedCommand, "plugin" | "source" | "name" | "description" | "audience">;

/** The active commands, for callers of the library. */
export async function listCommands(app: PlacedContext): Promise<readonly ListedCommand[]> {
  const commands = await commandsHere(app);
  return commands.map(({ plugin, source, name, description, audience }) => ({ plugin, source, name, description, audience }));
}

/** In the order of dispatch. Throws where the config cannot be read and no earlier index is there. */
export async function commandsHere(app: PlacedContext): Promise<readonly IndexedCommand[]> {
  return (await listsHere(app)).commands;
}
