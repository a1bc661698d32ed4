/** What must be known of a plugin while none of its packages is in the workspace (PL-31): enough for flags, registration, reasons and names. */

import type { Hook, Plugin } from "../plugin.ts";
import { variablesIn } from "../variables-in.ts";

export interface PluginOutline extends Pick<Plugin, "name" | "directory" | "manifest" | "gate"> {
  readonly hooks: readonly OutlinedHook[];
  /** Names, so that a command that is not active here can be explained. */
  readonly subcommands: readonly string[];
  readonly hasSkills: boolean;
  readonly hasChained: boolean;
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
    variables: [...new Set(variablesIn(plugin))],
  };
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
