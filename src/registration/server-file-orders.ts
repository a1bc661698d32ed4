/** The servers of each file: the wanted ones, and recorded ones that are not in question now (MC-5). */

import type { Scope } from "../agents/agent.ts";
import type { LedgerFile, LedgerServer } from "../config-files/ledger.ts";
import { keyOf, type ServersInFile, type WantedServer } from "./plan-servers.ts";
import type { PlacedServer } from "./wanted-servers.ts";

export interface ServersNow {
  readonly placed: readonly PlacedServer[];
  /** Workspaces whose gated servers are all among them. */
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
  for (const { state, agent, name, plugin, source, workspace, file, place, path, value } of placed) {
    if (state !== "wanted" || file === undefined || path === undefined || value === undefined) continue;
    const scope = place === "project" ? "project" : "user";
    const folder = workspace ?? project;
    const before = files.get(file) ?? {
      file,
      scope,
      ...(scope === "project" && folder !== undefined ? { workspace: folder } : {}),
      wanted: [],
      kept: [],
    };
    const same = before.wanted.find((one) => keyOf(one.path) === keyOf(path));
    const server: WantedServer = {
      name,
      agents: [...(same?.agents ?? []), agent],
      path,
      ...(plugin === undefined ? {} : { plugin }),
      ...(source === undefined ? {} : { source }),
      ...(workspace === undefined ? {} : { workspace }),
      value: same?.value ?? value,
    };
    files.set(file, { ...before, wanted: [...before.wanted.filter((one) => one !== same), server] });
  }
  return [...files.values()];
}

const OPEN: ReadonlySet<PlacedServer["state"]> = new Set(["wanted", "waiting"]);

/** Whether a recorded server stays though this run does not want it. */
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
  if (plugin === undefined) return isElsewhere && now.placed.some((one) => one.plugin === undefined && OPEN.has(one.state));
  if (source !== undefined && now.unread.has(source)) return true;
  if (workspace !== undefined) return !now.judged.includes(workspace) && (now.elsewhere.get(workspace)?.has(`${plugin}/${name}`) ?? true);
  if (!now.isWhole) return true;
  return isElsewhere && now.placed.some((one) => one.plugin === plugin && one.name === name && one.state === "wanted");
}
