/** The examples of a command, from its `customUsage`. The parser gives them only as part of a help text of its own. */

import { type Command, text_en } from "@stricli/core";

import type { CliContext } from "./cli-context.ts";

export interface Example {
  /** What to type, from the program's name on. */
  readonly line: string;
  readonly brief?: string;
}

export function examplesOf(target: Command<CliContext>, words: readonly string[]): readonly Example[] {
  const args = {
    prefix: words,
    text: text_en,
    ansiColor: false,
    additionalFlags: [],
    includeArgumentEscapeSequenceFlag: false,
    includeHidden: false,
    config: {
      caseStyle: "convert-camel-to-kebab",
      useAliasInUsageLine: false,
      onlyRequiredInUsageLine: false,
      includeArgumentEscapeSequenceFlag: false,
      includeHelpAllFlag: false,
      alwaysShowHelpAllFlag: false,
      disableAnsiColor: true,
    },
  } as const;
  const lines = target.formatHelp(args).split("\n");
  const shown = lines.slice(1, lines.indexOf(""));
  // Without examples it prints the form of the command there.
  if (shown.length === 1 && shown[0]?.trim() === target.formatUsageLine(args)) return [];
  return shown.flatMap((line, at): Example[] => {
    if (line.startsWith("    ")) return [];
    const next = shown[at + 1];
    return [{ line: line.trim(), ...(next?.startsWith("    ") === true ? { brief: next.trim() } : {}) }];
  });
}
