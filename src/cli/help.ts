/** The help text of the whole command line, of a group of commands and of one command. */

import type { Command, RouteMap } from "@stricli/core";

import type { CliContext } from "./cli-context.ts";
import { COMMON_FLAGS } from "./common-flags.ts";
import { type Example, examplesOf } from "./help-examples.ts";
import { kebab } from "./kebab.ts";
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
    isCommand ? section("Arguments", argumentRows(target), style) : section("Commands", commandRows(target), style),
    ...(words.length === 1 ? pluginSections(commands, style) : []),
    section("Options", [...(isCommand ? flagRows(target) : []), ...commonRows(words.length === 1)], style),
    isCommand ? exampleSection(examplesOf(target, words), style) : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function section(title: string, rows: readonly Row[], style: Style): string {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(([term]) => term.length));
  const lines = rows.map(([term, meaning]) => `  ${style("pointer", term)}${" ".repeat(width - term.length)}  ${meaning}`);
  return [style("strong", `${title}:`), ...lines].join("\n");
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

/** By audience, where there are any (PG-15). */
function pluginSections(commands: readonly ListedCommand[], style: Style): string[] {
  return (["humans", "agents"] as const).map((audience) => section(`Commands for ${audience}`, pluginRows(commands, audience), style));
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
  const shown = Object.entries(COMMON_FLAGS).filter(([, { value }]) => isRoot || value === undefined);
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
