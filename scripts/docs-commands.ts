/** The commands as Markdown: what `--help` prints for each of them, and the options that all of them have once. */

import type { Command, RouteMap } from "@stricli/core";

import { buildApp } from "../src/cli/app.ts";
import type { CliContext } from "../src/cli/cli-context.ts";
import { helpText } from "../src/cli/help.ts";

export function commandSections(): string {
  const { root } = buildApp({ calledAs: "symposium", report: () => {}, onError: () => {} });
  if ("parameters" in root) throw new Error("the command line has no commands");
  return [fenced(helpText({ target: root, words: ["symposium"] }, plain)), ...sectionsOf(root, ["symposium"])].join("\n\n");
}

/** Commands of a group stand beside all others. */
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

/** What every command has stands at the top. */
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
