/** The subcommands and MCP servers that may run in a workspace, as its index lists them. */

import type { PartStanding } from "../consent/standing.ts";
import type { Stamped } from "../host/reading-budget.ts";
import type { LoadedOutline, LoadedPlugin } from "../plugins/active-plugins.ts";
import { dataName } from "../plugins/agent-plugin/format.ts";
import type { PartKind } from "../plugins/consent/bind-part.ts";
import { partOf, programFolders } from "../plugins/consent/standings.ts";
import type { Live } from "../plugins/gates/live.ts";
import type { JudgedServer, JudgedSubcommand } from "../plugins/judge-items.ts";
import type { Hook, Indexed, IndexedServer, IndexedStart, ProcessServer, Subcommand } from "../plugins/plugin.ts";
import type { IndexedCommand, SessionHints } from "./format.ts";

export function indexedCommands(plugins: readonly (LoadedPlugin | LoadedOutline)[], coverageAt: CoverageAt): readonly IndexedCommand[] {
  return plugins.flatMap((loaded) =>
    "before" in loaded ? [] : loaded.subcommands.flatMap((one) => indexedCommand(one, loaded, coverageAt)),
  );
}

function indexedCommand({ subcommand, inactive, when }: JudgedSubcommand, loaded: LoadedPlugin, coverageAt: CoverageAt): IndexedCommand[] {
  if (inactive !== undefined) return [];
  const { name, description, audience, isAcquired, unmet = [] } = subcommand;
  const isIncomplete = unmet.length > 0 ? true : undefined;
  return [{ name, description, audience, ...startedOf("subcommand", subcommand, when, loaded, coverageAt), isAcquired, isIncomplete }];
}

/** What the index has of anything that is started. */
export function startedOf(
  kind: PartKind,
  item: Hook | Subcommand | ProcessServer,
  when: Live | undefined,
  loaded: LoadedPlugin,
  coverageAt: CoverageAt,
): IndexedStart {
  const { command, env, missing } = item;
  const part = partOf(loaded.consent, kind, loaded.plugin, item);
  const path = programFolders(item, loaded.consent, part);
  return {
    ...placeOf(part, when, loaded, coverageAt),
    command,
    env: Object.keys(env).length === 0 ? undefined : env,
    path: path.length === 0 ? undefined : path,
    missing,
  };
}

function placeOf(
  part: PartStanding | undefined,
  when: Live | undefined,
  { plugin, source, manifest }: LoadedPlugin,
  coverageAt: CoverageAt,
): Indexed {
  return { plugin: plugin.name, source, manifest, covered: part && coverageAt(part.checked), when };
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

export function indexedServers(plugins: readonly (LoadedPlugin | LoadedOutline)[], coverageAt: CoverageAt): readonly IndexedServer[] {
  return plugins.flatMap((loaded) => ("before" in loaded ? [] : loaded.servers.flatMap((one) => indexedServer(one, loaded, coverageAt))));
}

function indexedServer({ server, isGated, inactive, when }: JudgedServer, loaded: LoadedPlugin, coverageAt: CoverageAt): IndexedServer[] {
  if (inactive !== undefined) return [];
  const { name, keepAlive, packageRoot } = server;
  const about = { name, isGated, keepAlive, packageRoot };
  if (server.transport !== "stdio") {
    const { transport, url, headers } = server;
    const part = partOf(loaded.consent, "server", loaded.plugin, server);
    return [{ ...about, ...placeOf(part, when, loaded, coverageAt), transport, url, headers }];
  }
  const { transport, variables, cwd, isAcquired } = server;
  const data = packageRoot === undefined ? undefined : dataName(loaded.plugin.name, loaded.origin);
  return [{ ...about, ...startedOf("server", server, when, loaded, coverageAt), transport, variables, cwd, data, isAcquired }];
}

export type CoverageAt = (files: readonly Stamped[]) => number;
