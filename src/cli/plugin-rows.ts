/** The commands of plugins as help lists them. Names and descriptions come from manifests: they may contain anything. */

import { unambiguousWord } from "../app/subcommands/find-command.ts";
import { printable } from "../platform/printable.ts";
import type { ListedCommand } from "../app/subcommands/commands-here.ts";

/** Sorted by what is typed: the name, or `plugin:name` where several plugins define it. */
export function pluginRows(commands: readonly ListedCommand[], audience: ListedCommand["audience"]): [string, string][] {
  return commands
    .filter((command) => command.audience === audience)
    .map((command): [string, string] => [
      printable(wordFor(command, commands)),
      printable(`${command.description.trim()} (${command.plugin})`),
    ])
    .sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

/** The shortest word that means this command. */
export function wordFor(command: ListedCommand, all: readonly ListedCommand[]): string {
  return all.filter(({ name }) => name === command.name).length > 1 ? unambiguousWord(command, all) : command.name;
}
