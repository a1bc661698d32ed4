/** The parser's errors as ours, with a hint that says what to type instead. */

import {
  AliasNotFoundError,
  ArgumentScannerError,
  EnumValidationError,
  FlagNotFoundError,
  formatMessageForArgumentScannerError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
  type ApplicationErrorFormatting,
  type Command,
  type RouteMap,
} from "@stricli/core";

import { agentLike } from "../app/agent-like.ts";
import { UserError } from "../errors.ts";
import type { CalledAs } from "../app/app-context.ts";
import type { CliContext } from "./cli-context.ts";
import { COMMON_FLAGS } from "./common-flags.ts";
import { kebab } from "./kebab.ts";
import { commandsLike, flagLike, nearWord, type TypedCommand } from "./suggest.ts";

export interface CommandLine {
  readonly calledAs: CalledAs;
  /** What was typed, without the common flags. */
  readonly args: readonly string[];
  readonly root: RouteMap<CliContext>;
}

export function usageErrors(line: CommandLine, onError: (error: unknown) => void): Partial<ApplicationErrorFormatting> {
  const handOn = (error: unknown): string => {
    onError(error);
    return "";
  };
  return {
    noCommandRegisteredForInput: ({ input }) => handOn(unknownWord(input, line)),
    exceptionWhileParsingArguments: (error) => handOn(error instanceof ArgumentScannerError ? wrongArgument(error, line) : error),
    exceptionWhileLoadingCommandFunction: handOn,
    exceptionWhileLoadingCommandContext: handOn,
    exceptionWhileRunningCommand: handOn,
    commandErrorResult: handOn,
  };
}

/** Every command that help shows. */
export function typedCommands(routes: RouteMap<CliContext>, before = ""): readonly TypedCommand[] {
  return routes.getAllEntries().flatMap(({ name, target, hidden }): readonly TypedCommand[] => {
    const words = `${before}${name["convert-camel-to-kebab"]}`;
    if (hidden) return [];
    return "parameters" in target ? [{ words, flags: flagsOf(target) }] : typedCommands(target, `${words} `);
  });
}

const COMMON = [...Object.keys(COMMON_FLAGS).map(kebab), "help"].map((name) => `--${name}`);

function flagsOf({ parameters: { flags = {} } }: Command<CliContext>): readonly string[] {
  return [...Object.keys(flags).map((name) => `--${kebab(name)}`), ...COMMON];
}

function unknownWord(input: string, line: CommandLine): UserError {
  const { calledAs, args, root } = line;
  const seeHelp = `see \`${calledAs} --help\``;
  if (input.startsWith("-")) {
    const flag = flagLike(input, [...COMMON, "--version"]);
    return usage(`unknown flag \`${input}\``, flag === undefined ? seeHelp : didYouMean([flag]));
  }
  // In a group its own commands come first.
  const group = typedCommands(root).filter(({ words }) => words.startsWith(`${args[0]} `));
  const own = nearWord(
    `${args[0]} ${input}`,
    group.map(({ words }) => words),
  );
  return own === undefined ? unknownCommand(input, line) : usage(`unknown command \`${input}\``, didYouMean([`${calledAs} ${own}`]));
}

/** Of no built-in and no plugin. */
export function unknownCommand(word: string, { calledAs, root }: Pick<CommandLine, "calledAs" | "root">): UserError {
  const meant = commandsLike(word, typedCommands(root));
  const hint = meant.length === 0 ? `see \`${calledAs} --help\`` : didYouMean(meant.map((words) => `${calledAs} ${words}`));
  return usage(`unknown command \`${word}\``, hint);
}

function wrongArgument(error: ArgumentScannerError, line: CommandLine): UserError {
  const command = typedCommand(line);
  const typed = `${line.calledAs}${command === undefined ? "" : ` ${command.words}`}`;
  const seeHelp = `see \`${typed} --help\``;
  if (error instanceof FlagNotFoundError) {
    const meant = flagLike(`--${error.input}`, command?.flags ?? COMMON);
    return usage(`unknown flag \`--${error.input}\``, meant === undefined ? seeHelp : didYouMean([meant]));
  }
  if (error instanceof AliasNotFoundError) return usage(`unknown flag \`-${error.input}\``, seeHelp);
  if (error instanceof UnexpectedPositionalError) {
    const meant = flagForAgent(error.input, command);
    return usage(`unexpected argument \`${error.input}\``, meant === undefined ? seeHelp : didYouMean([`${typed} ${meant}`]));
  }
  if (error instanceof UnsatisfiedPositionalError) return usage(`missing argument <${error.placeholder}>`, seeHelp);
  if (error instanceof UnsatisfiedFlagError) return usage(`\`--${kebab(error.externalFlagName)}\` needs a value`, seeHelp);
  if (error instanceof EnumValidationError) {
    const near = nearWord(error.input, error.values);
    const oneOf = `use one of ${error.values.join(", ")}`;
    return usage(
      `\`${error.input}\` is not a valid value of \`--${kebab(error.externalFlagName)}\``,
      near === undefined ? oneOf : didYouMean([near]),
    );
  }
  return usage(asSentence(formatMessageForArgumentScannerError(error, {})), seeHelp);
}

/** The command that the first words lead to. */
function typedCommand({ args, root }: CommandLine): TypedCommand | undefined {
  const commands = typedCommands(root);
  const [first = "", second = ""] = args.map(kebab);
  return commands.find(({ words }) => words === `${first} ${second}`) ?? commands.find(({ words }) => words === first);
}

/** An agent's name where the command takes it by a flag. */
function flagForAgent(word: string, command: TypedCommand | undefined): string | undefined {
  const flag = ["--add-agent", "--agent"].find((each) => command?.flags.includes(each));
  const agent = flag === undefined ? undefined : agentLike(word);
  return agent === undefined ? undefined : `${flag} ${agent}`;
}

function didYouMean(words: readonly string[]): string {
  return `did you mean ${words.map((word) => `\`${word}\``).join(" or ")}?`;
}

function usage(message: string, hint: string): UserError {
  return new UserError("USAGE", message, { hint, exitCode: 2 });
}

/** Our messages begin with a small letter and end without a full stop. */
function asSentence(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, "");
}
