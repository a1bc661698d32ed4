/** A command whose program is missing, which is acquired (PG-3), and one that is not there: why it is not active, or the nearest name (PG-14). */

import { UserError } from "../errors.ts";
import type { Problem } from "../files/problem.ts";
import { similarWord } from "../files/similar-word.ts";
import type { PlacedContext } from "../host/places.ts";
import type { IndexedCommand } from "../index/format.ts";
import type { AcquireProgress } from "../packages/programs/program-source.ts";
import { whyClosed } from "../plugins/gates/why-closed.ts";
import { type LoadedHere, loadHere } from "../plugins/here/load-here.ts";
import type { AppContext } from "../setup/app-context.ts";
import { acquirePrograms } from "../setup/workspace/acquire-programs.ts";
import { wantedPrograms } from "../setup/workspace/wanted-programs.ts";
import { commandsMeant, readCommandWord, unambiguousWord } from "./find-subcommand.ts";

export interface AcquiringListeners {
  readonly onProgress?: (message: string) => void;
  /** Called often, with the progress of a step. */
  readonly onDetail?: (progress: AcquireProgress) => void;
  /** Called at the end, whether or not everything was acquired. */
  readonly onAcquired?: () => void;
  /** Something that the command requires could not be acquired: the command is started without it. */
  readonly onProblem?: (problem: Problem) => void;
}

export async function acquireMissing(
  app: PlacedContext,
  command: IndexedCommand,
  { onProgress, onDetail, onAcquired }: AcquiringListeners,
): Promise<readonly Problem[]> {
  const { loaded, workspace } = loadHere(app);
  const plugins = loaded.plugins.filter(({ plugin, source }) => plugin.name === command.plugin && source === command.source);
  const wanted = wantedPrograms({ ...loaded, plugins }, []).filter(({ by }) => by.includes(`subcommand ${command.name}`));
  const { problems } = await acquirePrograms(app, wanted, { workspace, onProgress, onDetail });
  onAcquired?.();
  return problems;
}

/** Without a hint where nothing is known about such a command. */
export async function commandNotFound(
  app: Omit<AppContext, "dist">,
  word: string,
  commands: readonly IndexedCommand[],
): Promise<UserError> {
  const inactive = commandsMeant(word, inactiveCommands(loadHere(app)));
  const { name, plugin } = readCommandWord(word);
  const [one, ...others] = inactive;
  if (one !== undefined)
    return new UserError("INACTIVE", `the command \`${name}\` is not active here`, {
      details: inactive.map((command) => `plugin \`${command.plugin}\` defines it: ${command.reason}`),
      hint: `see \`${app.calledAs} plugin show ${one.plugin}\`${others.length === 0 ? "" : " and the others"}`,
      exitCode: 2,
    });
  const near = nearest(word, commands);
  const where = plugin === undefined ? "" : ` of plugin \`${plugin}\``;
  return new UserError("NO-COMMAND", `unknown command \`${name}\`${where}`, {
    hint: near === undefined ? undefined : `did you mean \`${app.calledAs} ${near}\`?`,
    exitCode: 2,
  });
}

/** With a plugin's name: the same command of another plugin, or a similar word. */
function nearest(word: string, commands: readonly IndexedCommand[]): string | undefined {
  const { plugin, name } = readCommandWord(word);
  if (plugin === undefined) return similarWord(word, [...new Set(commands.map((command) => command.name))]);
  const other = commands.find((command) => command.name === name);
  if (other !== undefined) return unambiguousWord(other, commands);
  const words = commands.map((command) => unambiguousWord(command, commands));
  return similarWord(word, words);
}

/** Of plugins that were read, with their reasons, and of those whose packages are not here. */
function inactiveCommands({ loaded }: LoadedHere) {
  const read = loaded.plugins.flatMap(({ plugin, source, isMember, subcommands }) =>
    subcommands.flatMap(({ subcommand, inactive }) => {
      const surroundings = { ...loaded.surroundings, isMember };
      const reason = inactive ?? whyClosed(plugin.gate, surroundings) ?? whyClosed(subcommand.gate, surroundings);
      return reason === undefined ? [] : [{ plugin: plugin.name, source, name: subcommand.name, reason }];
    }),
  );
  const outlined = loaded.outlined.flatMap(({ plugin, source, inactive }) =>
    plugin.subcommands.map((name) => ({ plugin: plugin.name, source, name, reason: inactive })),
  );
  return [...read, ...outlined];
}
