/** The plugins that count in the current folder, read once for everything that shows them. */

import { AGENT_RESOLVER } from "../../agents/agent-resolver.ts";
import type { Config } from "../../config/config.ts";
import type { Problem } from "../../documents/problem.ts";
import type { Workspace } from "../../ecosystems/workspace.ts";
import { judgePlugins, type LoadedPlugins } from "../../plugins/active-plugins.ts";
import { type ReadPlugins, type ReadRequest, readSources, withOwnPlugins } from "../../plugins/read-plugins.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import type { PlacedContext } from "../../platform/places.ts";
import { configToShow } from "../usable-config.ts";
import { workspaceFolder } from "../workspace-folder.ts";

export interface LoadedHere {
  readonly config: Config;
  /** Of the config; with plugins, of them too. */
  readonly problems: readonly Problem[];
  /** `null` outside any. */
  readonly workspace: Workspace | null;
  /** What the user's sources hold, whatever the workspace is. */
  readonly sources: ReadPlugins;
  readonly loaded: LoadedPlugins;
}

/** `also` are packages that count as used. Reads local files only; every manifest only where the caller asks for all (PL-31). A config file that cannot be read is an error, because nothing can be said about sources then. */
export function loadHere({ context, places }: PlacedContext, through?: ReadRequest["through"], also: readonly string[] = []): LoadedHere {
  const { config: own, problems } = configToShow(places);
  const workspace = workspaceAround(workspaceFolder(context), { context, places });
  const config = also.length === 0 ? own : { ...own, use: [...own.use, ...also.map((name) => ({ name }))] };
  const request: ReadRequest = {
    config,
    places,
    workspace,
    agents: AGENT_RESOLVER,
    context,
    ...(through === undefined ? {} : { through }),
  };
  const sources = readSources(request);
  return { config, problems, workspace, sources, loaded: judgePlugins(withOwnPlugins(sources, request), request) };
}
