/** The plugins that count in the current folder, read once for everything that shows them. */

import { basename } from "node:path";

import { type Config, configToShow } from "../../files/config.ts";
import type { Problem } from "../../files/problem.ts";
import type { PlacedContext } from "../../host/places.ts";
import { workspaceFolder } from "../../packages/workspace-folder.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { judgePlugins, type LoadedPlugins } from "../active-plugins.ts";
import type { ReadPlugins, ReadRequest } from "../plugins-read.ts";
import { readSources, withOwnPlugins } from "../read-plugins.ts";
import { ownFolders, workspaceAround } from "../workspace-around.ts";

export interface LoadedHere {
  readonly config: Config;
  /** Those of the config; in `PluginsHere` also those of plugins. */
  readonly problems: readonly Problem[];
  readonly workspace: Workspace | null;
  readonly sources: ReadPlugins;
  readonly loaded: LoadedPlugins;
}

/** `also` are packages that count as used. Reads local files only, by default not every manifest (PL-31). Throws if the config file is unreadable. */
export function loadHere({ context, places }: PlacedContext, through?: ReadRequest["through"], also: readonly string[] = []): LoadedHere {
  const { config: own, problems } = configToShow(places);
  const workspace = workspaceAround(workspaceFolder(context), { context, places });
  const config = also.length === 0 ? own : { ...own, use: [...own.use, ...also.map((name) => ({ name }))] };
  const request: ReadRequest = { config, places, workspace, context, through };
  const sources = readSources(request);
  return { config, problems, workspace, sources, loaded: judgePlugins(withOwnPlugins(sources, request), request) };
}

/** What a plugin without a name of its own is called in a folder that the user names: as where the folder's workspace counts (PL-26). */
export function ownNameOf(folder: string, { context, places }: PlacedContext): string {
  const workspace = workspaceAround(workspaceFolder({ ...context, cwd: folder }), { context, places });
  return (workspace === null ? undefined : ownFolders(workspace).get(folder)) ?? basename(folder);
}
