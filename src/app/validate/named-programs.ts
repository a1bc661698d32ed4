/** Every program that a plugin starts from its own files or from PATH, with the place in the manifest that names it. */

import type { TomlPath } from "../../documents/toml.ts";
import { resolveCommand, type Surroundings } from "../../installations/resolve-command.ts";
import type { Runnable } from "../../platform/interpreter.ts";
import type { Plugin } from "../../plugins/plugin.ts";
import type { PlaceIn } from "./manifest-places.ts";

export interface NamedProgram {
  readonly what: string;
  readonly command: Runnable;
  readonly path: TomlPath;
}

/** What has a source, or commands that make it, is not expected yet. */
export function namedPrograms(plugin: Plugin, where: Surroundings, placeIn: PlaceIn): readonly NamedProgram[] {
  const { hooks, subcommands, predicates, installations, servers } = plugin;
  const here = installations.filter(({ source, installCommands }) => source === undefined && installCommands.length === 0);
  const isHere = ({ installation }: { readonly installation?: string }) =>
    installation === undefined || here.some((each) => each.name === installation);
  const processes = servers.filter((server) => server.transport === "stdio");
  const declared = here.flatMap((installation) => {
    const command = resolveCommand(installation, where);
    return command === undefined
      ? []
      : [{ ...named("installation", installation.name), command, path: placeIn("installations", installation.name, KEYS) }];
  });
  return unique([
    ...hooks.filter(isHere).map(({ name, command }) => ({ ...named("hook", name), command, path: placeIn("hooks", name, KEYS) })),
    ...subcommands
      .filter(isHere)
      .map(({ name, command }) => ({ ...named("subcommand", name), command, path: ["subcommand", name, "command"] })),
    ...predicates
      .filter(isHere)
      .map(({ name, command }) => ({ ...named("predicate", name), command, path: placeIn("predicate", name, KEYS) })),
    ...processes
      .filter(isHere)
      .map(({ name, command }) => ({ ...named("server", name), command, path: placeIn("mcp_servers", name, KEYS) })),
    ...declared,
  ]);
}

const KEYS = ["script", "executable", "command"];

function named(kind: string, name: string) {
  return { what: `${kind} \`${name}\`` };
}

function unique(programs: readonly NamedProgram[]): readonly NamedProgram[] {
  const first = new Map<string, NamedProgram>();
  for (const program of programs) if (!first.has(program.command.path)) first.set(program.command.path, program);
  return [...first.values()];
}
