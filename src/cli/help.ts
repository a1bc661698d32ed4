/** The help text of the whole command line, of a group of commands and of one command. */

import type { Command, RouteMap } from "@stricli/core";

import type { CliContext } from "./cli-context.ts";
import { COMMON_FLAGS } from "./common-flags.ts";
import { type Example, examplesOf } from "./help-examples.ts";
import { HEADINGS } from "./headings.ts";
import { kebab } from "./kebab.ts";
import { nextLines } from "./render/last-lines.ts";
import type { ListedCommand } from "../app/subcommands/commands-here.ts";
import { pluginRows } from "./plugin-rows.ts";
import type { Style } from "./report/reporter.ts";

type Target = Command<CliContext> | RouteMap<CliContext>;
export type Row = readonly [term: string, meaning: string];

export interface Help {
  readonly target: Target;
  /** The words that lead to it, the program's name first. */
  readonly words: readonly string[];
  /** The commands of plugins here. */
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
    isCommand ? exampleSection(examplesOf(target, words), style) : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What `symposium` alone prints: what to do next, then a line for each heading. */
export function overviewText({ target, words, commands = [] }: Help, next: readonly string[], style: Style): string {
  const all = "parameters" in target ? [] : commandRows(target).map(([term]) => term);
  const rows = HEADINGS.map(({ title, words: builtIn, audience }): Row => {
    const brought = audience === undefined ? [] : pluginRows(commands, audience).map(([word]) => word);
    return [title, [...builtIn.map((word) => withItsGroup(word, all)), ...brought].join(", ")];
  });
  const name = words.join(" ");
  return [
    nextLines(next, { style }).join("\n"),
    `${style("strong", "Usage:")} ${name} <command> [options]`,
    rowLines(rows, style).join("\n"),
    `\`${name} --help\` says what each command does`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** `cache list|clean`. */
function withItsGroup(word: string, all: readonly string[]): string {
  const group = all.filter((term) => term.startsWith(`${word} `)).map((term) => term.slice(word.length + 1));
  return group.length === 0 ? word : `${word} ${group.join("|")}`;
}

function section(title: string, rows: readonly Row[], style: Style, atLeast = 0): string {
  return rows.length === 0 ? "" : [style("strong", `${title}:`), ...rowLines(rows, style, atLeast)].join("\n");
}

function rowLines(rows: readonly Row[], style: Style, atLeast = 0): string[] {
  const width = Math.max(atLeast, ...rows.map(([term]) => term.length));
  return rows.map(([term, meaning]) => `  ${style("pointer", term)}${" ".repeat(width - term.length)}  ${meaning}`);
}

/** What an example does stands behind it where all of them are short, else above it. */
function exampleSection(examples: readonly Example[], style: Style): string {
  if (examples.length === 0) return "";
  const width = Math.max(...examples.map(({ line }) => line.length));
  const lines = examples.flatMap(({ line, brief }) => {
    if (brief === undefined) return [`  ${style("pointer", line)}`];
    return width <= WIDEST_EXAMPLE
      ? [`  ${style("pointer", line)}${" ".repeat(width - line.length)}  ${brief}`]
      : [`  ${style("faint", `# ${brief}`)}`, `  ${style("pointer", line)}`];
  });
  return [style("strong", "Examples:"), ...lines].join("\n");
}

const WIDEST_EXAMPLE = 44;

/** Commands of a group are listed with it, in the order of the routes. */
function commandRows(routes: RouteMap<CliContext>, before: readonly string[] = []): Row[] {
  const shown = routes.getAllEntries().filter(({ hidden }) => !hidden);
  return shown.flatMap(({ name, target }): Row[] => {
    const words = [...before, name["convert-camel-to-kebab"]];
    return "parameters" in target ? [[words.join(" "), target.brief]] : commandRows(target, words);
  });
}

/** All built-ins in one column, and under the two audiences those of plugins too, each sorted. */
function headedSections(root: RouteMap<CliContext>, commands: readonly ListedCommand[], style: Style): string[] {
  const rows = commandRows(root);
  const width = Math.max(...rows.map(([term]) => term.length));
  return HEADINGS.map(({ title, words, audience }) => {
    const builtIn = words.flatMap((word) => rows.filter(([term]) => term === word || term.startsWith(`${word} `)));
    return section(title, [...builtIn, ...(audience === undefined ? [] : pluginRows(commands, audience))], style, width);
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
