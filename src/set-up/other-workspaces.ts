/** Which MCP servers still apply in other workspaces into whose files Symposium wrote them (MC-5). Reads local files only. */

import { AGENT_RESOLVER } from "../agents/agent-resolver.ts";
import type { Config } from "../config/config.ts";
import type { Ledger } from "../config-files/ledger.ts";
import { isFolder } from "../platform/is-folder.ts";
import type { PlacedContext } from "../platform/places.ts";
import { configName } from "../platform/recorded-places.ts";
import { judgePlugins, type LoadedPlugins } from "../plugins/active-plugins.ts";
import { findIndex } from "../plugins/dispatch-index/find-index.ts";
import { isIndexFresh, listsOf, untouchedIn } from "../plugins/dispatch-index/read.ts";
import { readSources, type ReadRequest, withOwnPlugins } from "../plugins/read-plugins.ts";
import { hangsOnUnknownVersion } from "../predicates/named-packages.ts";
import { workspaceAround } from "../plugins/workspace-around.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import { BUILD } from "../version.ts";

/** Workspace → `<plugin>/<server>` of what applies there; without workspaces about which nothing is certain. */
export type ServersElsewhere = ReadonlyMap<string, ReadonlySet<string>>;

export function serversElsewhere(app: PlacedContext, config: Config, { files }: Ledger, here: string | undefined): ServersElsewhere {
  const named = files.flatMap(({ servers = [] }) => servers.flatMap(({ workspace }) => workspace ?? []));
  const known = new Map<string, ReadonlySet<string>>();
  for (const folder of new Set(named)) {
    // One that is gone may come back, with its drive.
    const found = folder === here || !isFolder(folder) ? undefined : (indexedIn(app, folder) ?? judgedIn(app, config, folder));
    if (found !== undefined) known.set(folder, found);
  }
  return known;
}

/** By a fresh index of the workspace, which costs nothing. */
function indexedIn({ places, context }: PlacedContext, folder: string): ReadonlySet<string> | undefined {
  const index = findIndex(places, folder);
  if (index === undefined || index.header.unsettled === true || index.header.problems.length > 0) return undefined;
  if (index.header.config !== configName(places) || !isIndexFresh(index, BUILD, true, context)) return undefined;
  const { servers } = listsOf(index);
  const isUntouched = untouchedIn(index, context.now);
  return servers.every(({ covered }) => isUntouched(covered)) ? new Set(servers.map(({ plugin, name }) => `${plugin}/${name}`)) : undefined;
}

function judgedIn({ context, places }: PlacedContext, config: Config, folder: string): ReadonlySet<string> | undefined {
  const workspace = workspaceAround(folder, { context, places });
  if (workspace === null || workspace.folder !== folder) return undefined;
  const request: ReadRequest = { config, places, workspace, agents: AGENT_RESOLVER, context: { ...context, cwd: folder } };
  const loaded = judgePlugins(withOwnPlugins(readSources(request), request), request);
  if (!isRead(loaded, workspace)) return undefined;
  return new Set(
    loaded.plugins.flatMap(({ plugin, servers }) =>
      servers.flatMap(({ server, inactive }) => (inactive === undefined ? [`${plugin.name}/${server.name}`] : [])),
    ),
  );
}

/** Everything that could bring a server was read (PL-4), except for `unreadSources`. */
export function isRead({ plugins, problems, consents, packages }: LoadedPlugins, workspace?: Workspace): boolean {
  const isWhole = problems.every(({ severity }) => severity !== "error");
  if (consents.problem !== undefined || !isWhole) return false;
  if (workspace === undefined) return true;
  if (workspace.problems.some(({ severity }) => severity === "error") || packages.wanted.length > 0) return false;
  // Without a lock file it is still certain which packages there are.
  const gates = plugins.flatMap(({ plugin, servers }) =>
    servers.length === 0 ? [] : [plugin.gate, ...servers.map(({ server }) => server.gate)],
  );
  return !gates.some((gate) => hangsOnUnknownVersion(gate, workspace));
}

export function unreadSources({ sources }: LoadedPlugins): ReadonlySet<string> {
  return new Set(sources.flatMap(({ name, unavailable }) => (unavailable === undefined ? [] : [name])));
}
