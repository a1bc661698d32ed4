/** Status: what is registered where, why hooks would not run now, and what of all plugins acts in the current folder. */

import type { AppContext } from "../app-context.ts";
import { loadHere } from "../plugins/load-here.ts";
import { type DevFolder, devFolders } from "../trust/develop.ts";
import { type NotInForce, notInForce } from "./not-in-force.ts";
import { type PluginStatus, pluginStatus } from "./plugin-status.ts";
import { type ServersStatus, serversStatus } from "./server-status.ts";
import { type Registrations, registrationsOf } from "./registrations.ts";

export interface Status extends Registrations, PluginStatus, ServersStatus {
  /** Folders of `use --dev`, in all workspaces: whatever is written there runs. */
  readonly devFolders: readonly DevFolder[];
  /** Some agent is registered, and a call that it makes now would run the plugins' hooks. */
  readonly inForce: boolean;
  /** Why not, for all agents or for one. */
  readonly notInForce: readonly NotInForce[];
}

/** Reads local files, asks the placed program whether it runs, and changes nothing. */
export async function status(app: Omit<AppContext, "dist">): Promise<Status> {
  const here = loadHere(app);
  const registered = registrationsOf(app, here.config);
  const missing = await notInForce(app, registered, here.sources);
  return {
    inForce: registered.registrations.length > 0 && missing.every(({ state }) => state !== "not in force"),
    notInForce: missing,
    devFolders: devFolders(app.places, app.context.now()),
    ...registered,
    ...(await serversStatus(app, here)),
    ...(await pluginStatus(app, here)),
  };
}
