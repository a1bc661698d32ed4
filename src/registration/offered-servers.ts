/** The MCP servers that active plugins bring: those that apply everywhere, and those of the current workspace. */

import type { Context } from "../context.ts";
import type { LoadedPlugin, LoadedPlugins } from "../plugins/active-plugins.ts";
import { isWaiting } from "../plugins/consent/standings.ts";
import type { JudgedServer } from "../plugins/judge-hooks.ts";
import { quotedPath } from "../platform/quoted-path.ts";
import { liveHolds } from "../predicates/live.ts";
import type { OfferedServer } from "./wanted-servers.ts";

/** `everywhere` is judged outside any workspace, and `here` in the current one; both in the order of dispatch. */
export function offeredServers(
  everywhere: LoadedPlugins,
  here: LoadedPlugins | undefined,
  context: Pick<Context, "env" | "os">,
): OfferedServer[] {
  const general = serversOf(everywhere, context).filter(({ offered }) => !offered.isGated);
  if (here === undefined) return general.map(({ offered }) => offered);
  const known = new Map(general.map((server) => [server.key, server]));
  // One that applies only here, for whatever reason, must not be in a file for all projects.
  const all = serversOf(here, context).map(
    (server) => known.get(server.key) ?? { ...server, offered: { ...server.offered, isGated: true } },
  );
  const rest = general.filter(({ key }) => !all.some((server) => server.key === key));
  return [...all, ...rest].map(({ offered }) => offered);
}

interface Keyed {
  readonly key: string;
  readonly offered: OfferedServer;
}

function serversOf({ plugins }: LoadedPlugins, context: Pick<Context, "env" | "os">): Keyed[] {
  return plugins.flatMap((loaded) => loaded.servers.flatMap((one) => keyed(one, loaded, context)));
}

function keyed({ server, isGated, inactive, when }: JudgedServer, loaded: LoadedPlugin, context: Pick<Context, "env" | "os">): Keyed[] {
  const { plugin, source, consent, state } = loaded;
  const key = JSON.stringify([source, plugin.name, server.name]);
  const offered = { plugin: plugin.name, source, server, isGated };
  if (inactive !== undefined)
    return isWaiting(consent) && state === "active"
      ? [{ key, offered: { ...offered, waits: `you consent to its code: \`symposium trust accept ${quotedPath(plugin.name)}\`` } }]
      : [];
  // The launcher judges at each start; a remote server has none.
  return when !== undefined && server.transport !== "stdio" && !liveHolds(when, context) ? [] : [{ key, offered }];
}
