/**
 * Which servers a file has after this run (MC-5): the wanted ones, and recorded ones that are not in question now, as those of other
 * workspaces. Reads local files only.
 */

import type { Scope } from "../../agents/agent.ts";
import { BUILD } from "../../context.ts";
import type { Config } from "../../files/config.ts";
import { samePath } from "../../files/find-ours.ts";
import type { Ledger, LedgerFile, LedgerServer } from "../../files/ledger.ts";
import type { ServersInFile, WantedServer } from "../../files/plan-ours.ts";
import { isFolder } from "../../host/paths.ts";
import { configName, type PlacedContext } from "../../host/places.ts";
import { findIndex, isIndexFresh, listsOf, untouchedIn } from "../../index/read-index.ts";
import type { Workspace } from "../../packages/workspace.ts";
import { judgePlugins, type LoadedPlugins } from "../../plugins/active-plugins.ts";
import { hangsOnUnknownVersion } from "../../plugins/gates/match-atom.ts";
import type { ReadRequest } from "../../plugins/plugins-read.ts";
import { readSources, withOwnPlugins } from "../../plugins/read-plugins.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import type { PlacedServer } from "./placed-servers.ts";

export interface ServersNow {
  readonly placed: readonly PlacedServer[];
  /** Workspaces whose gated servers are all in `placed`. */
  readonly judged: readonly string[];
  /** Other workspaces → `<plugin>/<server>` of what still applies there. */
  readonly elsewhere: ReadonlyMap<string, ReadonlySet<string>>;
  /** Everything that could bring an ungated server was read. */
  readonly isWhole: boolean;
  /** Sources that could not be read: what came from them stays (PL-4). */
  readonly unread: ReadonlySet<string>;
}

export const NO_SERVERS: ServersNow = { placed: [], judged: [], elsewhere: new Map(), isWhole: true, unread: new Set() };

export interface ServerFileOrder extends ServersInFile {
  readonly file: string;
  readonly scope: Scope;
  readonly workspace?: string;
}

/** The files into which servers go, each once; agents that read the same file share an entry. */
export function wantedServerFiles({ placed }: Pick<ServersNow, "placed">, project: string | undefined): ServerFileOrder[] {
  const files = new Map<string, ServerFileOrder>();
  for (const { isWritten, agent, server: name, plugin, source, workspace, file, place, entry } of placed) {
    if (!isWritten || file === undefined || entry === undefined) continue;
    const { path } = entry;
    const scope = place === "project" ? "project" : "user";
    const folder = scope === "project" ? (workspace ?? project) : undefined;
    const before = files.get(file) ?? { file, scope, workspace: folder, wanted: [], kept: [] };
    const same = before.wanted.find((one) => samePath(one.path, path));
    const [agents, value] = [[...(same?.agents ?? []), agent], same?.value ?? entry.value];
    const server: WantedServer = { name, agents, path, plugin, source, workspace, value };
    files.set(file, { ...before, wanted: [...before.wanted.filter((one) => one !== same), server] });
  }
  return [...files.values()];
}

export function staysServer(
  server: LedgerServer,
  { file, scope }: LedgerFile,
  now: ServersNow,
  wish: { readonly agents: readonly string[]; readonly scope: Scope },
): boolean {
  if (!server.agents.some((agent) => wish.agents.includes(agent))) return false;
  const { plugin, source, workspace, name } = server;
  const isElsewhere = scope === "project" && wish.scope === "project" && !now.placed.some((one) => one.file === file);
  // Our own, which waits only for a project.
  if (plugin === undefined)
    return isElsewhere && now.placed.some((one) => one.plugin === undefined && (one.isWritten || one.state === "waiting"));
  if (source !== undefined && now.unread.has(source)) return true;
  if (workspace !== undefined) return !now.judged.includes(workspace) && (now.elsewhere.get(workspace)?.has(`${plugin}/${name}`) ?? true);
  if (!now.isWhole) return true;
  return isElsewhere && now.placed.some((one) => one.plugin === plugin && one.server === name && one.isWritten);
}

/** Without workspaces about which nothing is certain. */
export function serversElsewhere(app: PlacedContext, config: Config, { files }: Ledger, here: string | undefined): ServersNow["elsewhere"] {
  const named = files.flatMap(({ servers = [] }) => servers.flatMap(({ workspace }) => workspace ?? []));
  const known = new Map<string, ReadonlySet<string>>();
  for (const folder of new Set(named)) {
    // A workspace that is gone may come back, with its drive.
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
  const request: ReadRequest = { config, places, workspace, context: { ...context, cwd: folder } };
  const loaded = judgePlugins(withOwnPlugins(readSources(request), request), request);
  if (!isRead(loaded, workspace)) return undefined;
  return new Set(
    loaded.plugins.flatMap(({ plugin, servers }) =>
      servers.flatMap(({ server, inactive }) => (inactive === undefined ? [`${plugin.name}/${server.name}`] : [])),
    ),
  );
}

/** Everything that could bring a server was read (PL-4), except for unavailable sources. */
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
