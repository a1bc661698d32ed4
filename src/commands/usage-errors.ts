/** The parser's errors as ours, with a hint that says what to type instead. */

import {
  AliasNotFoundError,
  type ApplicationErrorFormatting,
  ArgumentScannerError,
  type Command,
  EnumValidationError,
  FlagNotFoundError,
  formatMessageForArgumentScannerError,
  type RouteMap,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from "@stricli/core";

import { UserError } from "../errors.ts";
import { similarWord } from "../files/similar-word.ts";
import { entriesOf, lookUp, tableOf } from "../lookup.ts";
import { agentLike, type CalledAs } from "../setup/app-context.ts";
import type { CliContext } from "./cli-context.ts";
import { COMMON_FLAGS, kebab } from "./common-flags.ts";

interface CommandLine {
  readonly calledAs: CalledAs;
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
  const commands = typedCommands(root).map(({ words }) => words);
  const group = commands.filter((words) => words.startsWith(`${args[0]} `));
  const own = nearWord(`${args[0]} ${input}`, group);
  return own === undefined ? unknownCommand(input, line) : usage(`unknown command \`${input}\``, didYouMean([`${calledAs} ${own}`]));
}

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
    // An agent's name where the command takes it by a flag.
    const flag = ["--add-agent", "--agent"].find((each) => command?.flags.includes(each));
    const agent = flag === undefined ? undefined : agentLike(error.input);
    const hint = agent === undefined ? seeHelp : didYouMean([`${typed} ${flag} ${agent}`]);
    return usage(`unexpected argument \`${error.input}\``, hint);
  }
  if (error instanceof UnsatisfiedPositionalError) return usage(`missing argument <${error.placeholder}>`, seeHelp);
  if (error instanceof UnsatisfiedFlagError) return usage(`\`--${kebab(error.externalFlagName)}\` needs a value`, seeHelp);
  if (error instanceof EnumValidationError) {
    const near = nearWord(error.input, error.values);
    const hint = near === undefined ? `use one of ${error.values.join(", ")}` : didYouMean([near]);
    return usage(`\`${error.input}\` is not a valid value of \`--${kebab(error.externalFlagName)}\``, hint);
  }
  // Our messages begin with a small letter and end without a full stop.
  const text = formatMessageForArgumentScannerError(error, {});
  return usage(`${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, ""), seeHelp);
}

function typedCommand({ args, root }: CommandLine): TypedCommand | undefined {
  const commands = typedCommands(root);
  const [first = "", second = ""] = args.map(kebab);
  return commands.find(({ words }) => words === `${first} ${second}`) ?? commands.find(({ words }) => words === first);
}

function didYouMean(words: readonly string[]): string {
  return `did you mean ${words.map((word) => `\`${word}\``).join(" or ")}?`;
}

function usage(message: string, hint: string): UserError {
  return new UserError("USAGE", message, { hint, exitCode: 2 });
}

interface TypedCommand {
  readonly words: string;
  readonly flags: readonly string[];
}

/** Words that other tools use → what to type here. A test checks that each of these commands and flags exists. */
export const COMMAND_SYNONYMS = tableOf<readonly string[]>({
  add: ["use", "init --add-agent"],
  allow: ["trust accept"],
  apply: ["sync"],
  approve: ["trust accept"],
  check: ["plugin validate", "status"],
  config: ["init"],
  configure: ["init"],
  consent: ["trust list"],
  create: ["plugin new"],
  delete: ["uninstall", "use --remove", "init --remove-agent"],
  disable: ["use --remove"],
  doctor: ["status"],
  enable: ["use"],
  fetch: ["plugin sync"],
  find: ["search"],
  generate: ["plugin new"],
  info: ["plugin show", "package-info", "crate-info"],
  install: ["init"],
  lint: ["plugin validate"],
  list: ["plugin list", "agents"],
  ls: ["plugin list", "agents"],
  plugins: ["plugin list"],
  pull: ["plugin sync"],
  register: ["init"],
  remove: ["uninstall", "use --remove", "init --remove-agent"],
  rm: ["uninstall", "use --remove", "init --remove-agent"],
  run: ["sync"],
  scaffold: ["plugin new"],
  setup: ["init"],
  "set-up": ["init"],
  skills: ["status"],
  start: ["init"],
  test: ["plugin validate"],
  unuse: ["use --remove"],
  unregister: ["uninstall"],
  update: ["self-update", "plugin sync"],
  upgrade: ["self-update"],
  verify: ["plugin validate"],
  version: ["--version"],
});

/** The same for flags; of several the first that the command has counts. */
export const FLAG_SYNONYMS = tableOf<readonly string[]>({
  "--agent": ["--agent", "--add-agent"],
  "--agents": ["--agent", "--add-agent"],
  "--add": ["--add-agent"],
  "--remove": ["--remove", "--remove-agent"],
  "--delete": ["--remove", "--remove-agent", "--purge"],
  "--scope": ["--hook-scope"],
  "--local": ["--hook-scope project"],
  "--project": ["--hook-scope project"],
  "--global": ["--global", "--hook-scope global", "--user"],
  "--user": ["--user", "--hook-scope global", "--global"],
  "--check": ["--dry-run"],
  "--diff": ["--dry-run"],
  "--dry": ["--dry-run"],
  "--plan": ["--dry-run"],
  "--all": ["--purge", "--verbose"],
  "--offline": ["--no-check-crates", "--update none"],
  "--output": ["--dir"],
  "--path": ["--dir"],
  "--silent": ["--quiet"],
  "--debug": ["--verbose"],
});

function commandsLike(word: string, commands: readonly TypedCommand[]): readonly string[] {
  const exact = lookUp(COMMAND_SYNONYMS, word) ?? endingIn(word, commands);
  if (exact.length > 0) return exact;
  const ends = commands.map(({ words }) => words.slice(words.lastIndexOf(" ") + 1));
  const near = nearWord(word, [...ends, ...entriesOf(COMMAND_SYNONYMS).map(([each]) => each)]);
  return near === undefined ? [] : (lookUp(COMMAND_SYNONYMS, near) ?? endingIn(near, commands));
}

function flagLike(flag: string, flags: readonly string[]): string | undefined {
  const synonym = lookUp(FLAG_SYNONYMS, flag)?.find((each) => flags.includes(each.split(" ", 1)[0] ?? each));
  return synonym ?? nearWord(flag, flags);
}

/** Also finds two letters in the wrong order, which `similarWord` counts as two mistakes: too many for a short word. */
function nearWord(word: string, known: readonly string[]): string | undefined {
  return similarWord(word, known) ?? known.find((each) => isSwapped(word, each));
}

function endingIn(word: string, commands: readonly TypedCommand[]): readonly string[] {
  return commands.filter(({ words }) => words === word || words.endsWith(` ${word}`)).map(({ words }) => words);
}

function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  const at = [...left].findIndex((letter, index) => letter !== right[index]);
  return at >= 0 && left.slice(at + 2) === right.slice(at + 2) && left[at] === right[at + 1] && left[at + 1] === right[at];
}
