/** The subcommands and MCP servers that may run in a workspace, as its index lists them. */

import type { Stamped } from "../host/reading-budget.ts";
import type { LoadedOutline, LoadedPlugin } from "../plugins/active-plugins.ts";
import { dataName } from "../plugins/agent-plugin/format.ts";
import { partOf, programFolders } from "../plugins/consent/standings.ts";
import type { Live } from "../plugins/gates/live.ts";
import type { JudgedServer, JudgedSubcommand } from "../plugins/judge-items.ts";
import type { IndexedServer } from "../plugins/mcp-servers/server-process.ts";
import type { IndexedCommand, SessionHints } from "./format.ts";

export function indexedCommands(plugins: readonly (LoadedPlugin | LoadedOutline)[], coverageAt: CoverageAt): readonly IndexedCommand[] {
  return plugins.flatMap((loaded) =>
    "before" in loaded ? [] : loaded.subcommands.flatMap((one) => indexedCommand(one, loaded, coverageAt)),
  );
}

function indexedCommand(
  { subcommand, inactive, when }: JudgedSubcommand,
  { plugin, source, manifest, consent }: LoadedPlugin,
  coverageAt: CoverageAt,
): IndexedCommand[] {
  if (inactive !== undefined) return [];
  const { name, description, audience, command, env, isAcquired, missing, unmet = [] } = subcommand;
  const part = partOf(consent, "subcommand", plugin, subcommand);
  const path = programFolders(subcommand, consent, part);
  return [
    {
      plugin: plugin.name,
      source,
      name,
      description,
      audience,
      manifest,
      covered: part === undefined ? undefined : coverageAt(part.checked),
      command,
      env: Object.keys(env).length === 0 ? undefined : env,
      path: path.length === 0 ? undefined : path,
      isAcquired: isAcquired === true ? isAcquired : undefined,
      missing,
      isIncomplete: unmet.length > 0 ? (true as const) : undefined,
      when,
    },
  ];
}

/** An agent is told about commands only where there are some for it (PG-16). */
export function commandsHint(plugins: readonly LoadedPlugin[]): Pick<SessionHints, "commands"> {
  const forAgents = plugins
    .flatMap(({ subcommands }) => subcommands)
    .filter(({ subcommand, inactive }) => inactive === undefined && subcommand.audience === "agents");
  if (forAgents.length === 0) return {};
  const conditions = forAgents.flatMap(({ when }) => (when === undefined ? [] : [when]));
  return { commands: conditions.length < forAgents.length ? true : (["any", ...conditions] satisfies Live) };
}

/** The MCP servers that may run in a workspace, as its index lists them. */
export function indexedServers(plugins: readonly (LoadedPlugin | LoadedOutline)[], coverageAt: CoverageAt): readonly IndexedServer[] {
  return plugins.flatMap((loaded) => ("before" in loaded ? [] : loaded.servers.flatMap((one) => indexedServer(one, loaded, coverageAt))));
}

function indexedServer({ server, isGated, inactive, when }: JudgedServer, loaded: LoadedPlugin, coverageAt: CoverageAt): IndexedServer[] {
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
      env: Object.keys(env).length === 0 ? undefined : env,
      path: path.length === 0 ? undefined : path,
      variables,
      cwd,
      data: packageRoot === undefined ? undefined : dataName(plugin.name, origin),
      isAcquired: isAcquired === true ? isAcquired : undefined,
      missing,
    },
  ];
}

/** The place of the line that lists these files. */
export type CoverageAt = (files: readonly Stamped[]) => number;
