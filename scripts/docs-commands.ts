/** The commands as Markdown: the `--help` of each, with common options listed once. */

import type { Command, RouteMap } from "@stricli/core";

import { buildApp } from "../src/commands/app.ts";
import type { CliContext } from "../src/commands/cli-context.ts";
import { COMMON_FLAGS, kebab } from "../src/commands/common-flags.ts";
import { helpText } from "../src/commands/help.ts";

export function commandSections(): string {
  const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
  if ("parameters" in root) throw new Error("the command line has no commands");
  return [fenced(helpText({ target: root, words: ["symposium"] }, plain)), ...rareFlags(), ...sectionsOf(root, ["symposium"])].join("\n\n");
}

/** Every command takes these too, and help does not list them. */
function rareFlags(): string[] {
  return Object.entries(COMMON_FLAGS).flatMap(([name, { brief, isRare }]) =>
    isRare === true ? [`Every command also takes \`--${kebab(name)}\`: ${brief}.`] : [],
  );
}

/** A group has no section of its own. */
function sectionsOf(routes: RouteMap<CliContext>, before: readonly string[]): string[] {
  return routes.getAllEntries().flatMap(({ name, target, hidden }) => {
    const words = [...before, name["convert-camel-to-kebab"]];
    if (hidden) return [];
    return "parameters" in target ? [sectionOf(target, words)] : sectionsOf(target, words);
  });
}

function sectionOf(target: Command<CliContext>, words: readonly string[]): string {
  return `## ${words.slice(1).join(" ")}\n\n${fenced(withoutCommon(helpText({ target, words }, plain)))}`;
}

/** The options of every command are listed once, at the top. */
function withoutCommon(help: string): string {
  const lines = help.split("\n").filter((line) => !/^ +(?:-[qvh], --(?:quiet|verbose|help)|--json) /.test(line));
  return lines.join("\n").replace(/\n\nOptions:$/, "");
}

function fenced(text: string): string {
  return ["```text", text, "```"].join("\n");
}

function plain(_how: unknown, text: string): string {
  return text;
}
