/** What must be known of a plugin while none of its packages is in the workspace (PL-31): enough for flags, registration, reasons and names. */

import { join } from "node:path";

import { SERVERS } from "../agent-plugin/format.ts";
import type { Hook, Plugin } from "../plugin.ts";
import { variablesIn } from "../variables-in.ts";

export interface PluginOutline extends Pick<Plugin, "name" | "directory" | "manifest" | "gate"> {
  readonly hooks: readonly OutlinedHook[];
  /** Names, so that a command that is not active here can be explained. */
  readonly subcommands: readonly string[];
  readonly hasSkills: boolean;
  readonly hasChained: boolean;
  /** Of an Agent Plugin with servers: the file that has them. */
  readonly serversFile?: string;
  /** The variables that its gates read. */
  readonly variables: readonly string[];
}

export type OutlinedHook = Pick<Hook, "name" | "event" | "agent" | "format" | "onFailure">;

export function outlineOf(plugin: Plugin): PluginOutline {
  const { name, directory, manifest, gate, hooks, subcommands, skills, chained } = plugin;
  return {
    name,
    directory,
    manifest,
    gate,
    hooks: hooks.map(outlinedHook),
    subcommands: subcommands.map((subcommand) => subcommand.name),
    hasSkills: skills.length > 0,
    hasChained: chained.length > 0,
    ...serversFileOf(plugin),
    variables: [...new Set(variablesIn(plugin))],
  };
}

function serversFileOf({ directory, servers }: Plugin): Pick<PluginOutline, "serversFile"> {
  return servers.some(({ packageRoot }) => packageRoot !== undefined) ? { serversFile: join(directory, SERVERS) } : {};
}

function outlinedHook({ name, event, agent, format, onFailure }: Hook): OutlinedHook {
  return {
    name,
    event,
    ...(agent === undefined ? {} : { agent }),
    format,
    onFailure,
  };
}
