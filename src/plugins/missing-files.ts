/** Files that a plugin names and that are missing. Used by `plugin validate`; at run time the code that needs a file reports it. */

import { isAbsolute } from "node:path";

import type { Runnable } from "../platform/interpreter.ts";
import { isFolder } from "../platform/is-folder.ts";
import type { Problem } from "../documents/problem.ts";
import { resolveCommand, type Surroundings } from "../installations/resolve-command.ts";
import type { Plugin } from "./plugin.ts";

export function missingFiles(plugin: Plugin, where: Surroundings): readonly Problem[] {
  const error = (message: string, hint: string): Problem => ({ severity: "error", file: plugin.manifest, message, hint });
  const programs = new Map(programsOf(plugin, where).map((each) => [each.command.path, each]));
  const missing = [...programs.values()].filter(({ command: { kind, path } }) => {
    const isLookedUp = kind === "executable" && !isAbsolute(path);
    return !isLookedUp && !where.isFile(path);
  });
  const folders = plugin.skills.flatMap(({ source }) =>
    source.kind === "path" && source.isOptional !== true && !isFolder(source.path) ? [source.path] : [],
  );
  return [
    ...missing.map(({ what, command }) =>
      error(`${what}: there is no file ${command.path}`, "relative paths start at the plugin's folder"),
    ),
    ...folders.map((path) => error(`skill group: there is no folder ${path}`, "source.path starts at the plugin's folder")),
  ];
}

interface Program {
  readonly what: string;
  readonly command: Runnable;
}

/** Whatever has a source, or commands that make it, is not expected yet. */
function programsOf({ hooks, subcommands, predicates, installations }: Plugin, where: Surroundings): Program[] {
  const here = installations.filter(({ source, installCommands }) => source === undefined && installCommands.length === 0);
  const isHere = (name: string) => here.some((each) => each.name === name);
  const declared = here.flatMap((installation) => {
    const command = resolveCommand(installation, where);
    return command === undefined ? [] : [{ what: `installation \`${installation.name}\``, command }];
  });
  const started = [
    ...hooks.map((hook) => ({ ...hook, what: `hook \`${hook.name}\`` })),
    ...subcommands.map((subcommand) => ({ ...subcommand, what: `subcommand \`${subcommand.name}\`` })),
    ...predicates.map((predicate) => ({ ...predicate, what: `predicate \`${predicate.name}\`` })),
  ];
  return [...declared, ...started.filter(({ installation }) => isHere(installation))];
}
