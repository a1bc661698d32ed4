/** The MCP servers that may run in a workspace, as its index lists them. */

import type { LoadedAsleep, LoadedPlugin } from "../active-plugins.ts";
import { dataName } from "../agent-plugin/data-name.ts";
import { programFolders } from "../consent/program-folders.ts";
import { partOf } from "../consent/standings.ts";
import type { JudgedServer } from "../judge-hooks.ts";
import type { IndexedServer } from "./format.ts";
import type { CoverageAt } from "./write.ts";

export function indexedServers(plugins: readonly (LoadedPlugin | LoadedAsleep)[], coverageAt: CoverageAt): readonly IndexedServer[] {
  return plugins.flatMap((loaded) => ("before" in loaded ? [] : loaded.servers.flatMap((one) => indexed(one, loaded, coverageAt))));
}

function indexed({ server, isGated, inactive, when }: JudgedServer, loaded: LoadedPlugin, coverageAt: CoverageAt): IndexedServer[] {
  if (inactive !== undefined) return [];
  const { plugin, source, origin, manifest, consent } = loaded;
  const { packageRoot } = server;
  const part = partOf(consent, "server", plugin, server);
  const about = {
    plugin: plugin.name,
    source,
    name: server.name,
    isGated,
    ...(server.keepAlive === true ? { keepAlive: true as const } : {}),
    manifest,
    ...(part === undefined ? {} : { covered: coverageAt(part.checked) }),
    ...(when === undefined ? {} : { when }),
    ...(packageRoot === undefined ? {} : { packageRoot }),
  };
  if (server.transport !== "stdio") {
    const { transport, url, headers } = server;
    return [{ ...about, transport, url, headers }];
  }
  const { transport, command, env, variables, cwd, isAcquired, missing } = server;
  const path = programFolders(server, consent, part);
  return [
    {
      ...about,
      transport,
      command,
      ...(Object.keys(env).length === 0 ? {} : { env }),
      ...(path.length === 0 ? {} : { path }),
      variables,
      ...(cwd === undefined ? {} : { cwd }),
      ...(packageRoot === undefined ? {} : { data: dataName(plugin.name, origin) }),
      ...(isAcquired === true ? { isAcquired } : {}),
      ...(missing === undefined ? {} : { missing }),
    },
  ];
}
