/** The help text of the whole command line, of a group of commands and of one command. */

import type { Command, RouteMap } from "@stricli/core";

import type { ListedCommand } from "../index/lists-here.ts";
import { printable } from "../model/safe-text.ts";
import type { BUILT_IN } from "../plugins/command-names.ts";
import { unambiguousWord } from "../servers/find-subcommand.ts";
import type { CliContext } from "./cli-context.ts";
import type { OurCommand } from "./command.ts";
import { COMMON_FLAGS, kebab } from "./common-flags.ts";
import type { Style } from "./terminal/reporter.ts";
import { nextLines } from "./terminal/text.ts";

type Target = Command<CliContext> | RouteMap<CliContext>;
type Row = readonly [term: string, meaning: string];

interface Help {
  readonly target: Target;
  /** The words that lead to it, the program's name first. */
  readonly words: readonly string[];
  readonly commands?: readonly ListedCommand[];
}

export function helpText({ target, words, commands = [] }: Help, style: Style): string {
  const isCommand = "parameters" in target;
  const usage = [...words, ...(isCommand ? argumentRows(target).map(([word]) => word) : ["<command>"]), "[options]"].join(" ");
  return [
    target.fullDescription ?? target.brief,
    `${style("strong", "Usage:")} ${usage}`,
    ...(isCommand
      ? [section("Arguments", argumentRows(target), style)]
      : words.length === 1
        ? headedSections(target, commands, style)
        : [section("Commands", commandRows(target), style)]),
    section("Options", [...(isCommand ? flagRows(target) : []), ...commonRows(words.length === 1)], style),
    isCommand ? exampleSection(target, words, style) : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What `symposium` alone prints: what to do next, then a line for each heading. */
export function overviewText({ target, words, commands = [] }: Help, next: readonly string[], style: Style): string {
  const all = "parameters" in target ? [] : commandRows(target).map(([term]) => term);
  // `cache list|clean`.
  const withItsGroup = (word: string) => {
    const group = all.filter((term) => term.startsWith(`${word} `)).map((term) => term.slice(word.length + 1));
    return group.length === 0 ? word : `${word} ${group.join("|")}`;
  };
  const rows = HEADINGS.map(({ title, words: builtIn, audience }): Row => {
    const brought = audience === undefined ? [] : pluginRows(commands, audience).map(([word]) => word);
    return [title, [...builtIn.map(withItsGroup), ...brought].join(", ")];
  });
  const name = words.join(" ");
  const usage = `${style("strong", "Usage:")} ${name} <command> [options]`;
  const parts = [
    nextLines(next, { style }).join("\n"),
    usage,
    rowLines(rows, style).join("\n"),
    `\`${name} --help\` says what each command does`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function section(title: string, rows: readonly Row[], style: Style, atLeast = 0): string {
  return rows.length === 0 ? "" : [style("strong", `${title}:`), ...rowLines(rows, style, atLeast)].join("\n");
}

function rowLines(rows: readonly Row[], style: Style, atLeast = 0): string[] {
  const width = Math.max(atLeast, ...rows.map(([term]) => term.length));
  return rows.map(([term, meaning]) => `  ${style("pointer", term)}${" ".repeat(width - term.length)}  ${meaning}`);
}

/** What an example does stands behind it where all of them are short, else above it. */
function exampleSection(target: Command<CliContext>, words: readonly string[], style: Style): string {
  const { examples } = target as OurCommand;
  if (examples.length === 0) return "";
  const rows = examples.map((one) => (typeof one === "string" ? { input: one, brief: undefined } : one));
  const typed = rows.map(({ input, brief }) => ({ line: [...words, input].join(" ").trim(), brief }));
  const width = Math.max(...typed.map(({ line }) => line.length));
  const lines = typed.flatMap(({ line, brief }) => {
    if (brief === undefined) return [`  ${style("pointer", line)}`];
    return width <= WIDEST_EXAMPLE
      ? [`  ${style("pointer", line)}${" ".repeat(width - line.length)}  ${brief}`]
      : [`  ${style("faint", `# ${brief}`)}`, `  ${style("pointer", line)}`];
  });
  return [style("strong", "Examples:"), ...lines].join("\n");
}

const WIDEST_EXAMPLE = 44;

/** All built-ins in one column, and under the two audiences those of plugins too, each sorted. */
function headedSections(root: RouteMap<CliContext>, commands: readonly ListedCommand[], style: Style): string[] {
  const rows = commandRows(root);
  const width = Math.max(...rows.map(([term]) => term.length));
  return HEADINGS.map(({ title, words, audience }) => {
    const builtIn = words.flatMap((word) => rows.filter(([term]) => term === word || term.startsWith(`${word} `)));
    return section(title, [...builtIn, ...(audience === undefined ? [] : pluginRows(commands, audience))], style, width);
  });
}

/** Commands of a group are listed with it, in the order of the routes. */
function commandRows(routes: RouteMap<CliContext>, before: readonly string[] = []): Row[] {
  const shown = routes.getAllEntries().filter(({ hidden }) => !hidden);
  return shown.flatMap(({ name, target }): Row[] => {
    const words = [...before, name["convert-camel-to-kebab"]];
    return "parameters" in target ? [[words.join(" "), target.brief]] : commandRows(target, words);
  });
}

function argumentRows({ parameters: { positional } }: Command<CliContext>): Row[] {
  if (positional === undefined) return [];
  if (positional.kind === "array") {
    const { placeholder = "argument", brief } = positional.parameter;
    return [[`[${placeholder}]...`, brief]];
  }
  return positional.parameters.map(({ placeholder = "argument", brief, optional, default: preset }) => [
    optional === true || preset !== undefined ? `[${placeholder}]` : `<${placeholder}>`,
    brief,
  ]);
}

function flagRows({ parameters: { flags = {}, aliases = {} } }: Command<CliContext>): Row[] {
  return Object.entries(flags).flatMap(([name, flag]): Row[] => {
    if ("hidden" in flag && flag.hidden === true) return [];
    const alias = Object.entries(aliases).find(([, named]) => named === name)?.[0];
    const value = flag.kind === "boolean" || flag.kind === "counter" ? "" : ` <${flag.placeholder ?? "value"}>`;
    return [[flagTerm(kebab(name), alias) + value, flag.brief]];
  });
}

function commonRows(isRoot: boolean): Row[] {
  // Most commands have no use for a level of updates, though all of them take it.
  const shown = Object.entries(COMMON_FLAGS).filter(([, { value, isRare }]) => isRare !== true && (isRoot || value === undefined));
  const common = shown.map(([name, { alias, value, brief }]): Row => [
    flagTerm(kebab(name), alias) + (value === undefined ? "" : ` <${value}>`),
    brief,
  ]);
  const help: Row = [flagTerm("help", "h"), "Print help"];
  return isRoot ? [...common, help, [flagTerm("version", "V"), "Print the version"]] : [...common, help];
}

function flagTerm(name: string, alias: string | undefined): string {
  return `${alias === undefined ? "    " : `-${alias}, `}--${name}`;
}

interface Heading {
  readonly title: string;
  /** First words, in the order of the help. A group of commands stands for all of them. */
  readonly words: readonly Exclude<(typeof BUILT_IN)[number], "hook">[];
  readonly audience?: ListedCommand["audience"];
}

/** Every built-in stands under one heading of the help, and plugins' commands under those of their audience (PG-15). */
export const HEADINGS: readonly Heading[] = [
  { title: "Set up", words: ["init", "sync", "status", "uninstall"] },
  { title: "Plugins", words: ["use", "search", "plugin"] },
  { title: "Bring hooks along", words: ["hooks", "export"] },
  { title: "Trust", words: ["trust"] },
  { title: "Understand", words: ["agents"] },
  { title: "Commands for humans", words: ["cache", "completions", "self-update"], audience: "humans" },
  { title: "Commands for agents", words: ["crate-info", "mcp", "package-info"], audience: "agents" },
];

/** Sorted by what is typed: the name, or `plugin:name` where several plugins define it. */
function pluginRows(commands: readonly ListedCommand[], audience: ListedCommand["audience"]): [string, string][] {
  const shown = commands.filter((command) => command.audience === audience);
  const rows = shown.map((one) => [wordFor(one, commands), `${one.description.trim()} (${one.plugin})`].map(printable) as [string, string]);
  return rows.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

export function wordFor(command: ListedCommand, all: readonly ListedCommand[]): string {
  return all.filter(({ name }) => name === command.name).length > 1 ? unambiguousWord(command, all) : command.name;
}
