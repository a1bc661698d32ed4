/** The parser's complaints as errors of ours, with a hint that says what to type instead. */

import {
  AliasNotFoundError,
  ArgumentScannerError,
  FlagNotFoundError,
  formatMessageForArgumentScannerError,
  type ApplicationErrorFormatting,
} from "@stricli/core";

import { similarWord } from "../documents/similar-word.ts";
import { UserError } from "../errors.ts";
import type { CalledAs } from "../app/app-context.ts";
import { COMMON_FLAGS } from "./common-flags.ts";
import { kebab } from "./kebab.ts";

export function usageErrors(calledAs: CalledAs, onError: (error: unknown) => void): Partial<ApplicationErrorFormatting> {
  const handOn = (error: unknown): string => {
    onError(error);
    return "";
  };
  const seeHelp = `see \`${calledAs} --help\``;
  return {
    noCommandRegisteredForInput: ({ input, corrections }) => {
      const kind = input.startsWith("-") ? "flag" : "command";
      const meant = kind === "flag" ? commonFlagLike(input) : corrections.map((word) => word.replaceAll("`", ""));
      return handOn(usage(`there is no ${kind} \`${input}\``, suggestion(meant) ?? seeHelp));
    },
    exceptionWhileParsingArguments: (error) => handOn(error instanceof ArgumentScannerError ? wrongArgument(error, seeHelp) : error),
    exceptionWhileLoadingCommandFunction: handOn,
    exceptionWhileLoadingCommandContext: handOn,
    exceptionWhileRunningCommand: handOn,
    commandErrorResult: handOn,
  };
}

function wrongArgument(error: ArgumentScannerError, seeHelp: string): UserError {
  if (error instanceof FlagNotFoundError) {
    const flags = error.corrections.map((name) => `--${name}`);
    const flag = `--${error.input}`;
    return usage(`there is no flag \`${flag}\``, suggestion(flags) ?? suggestion(commonFlagLike(flag)) ?? seeHelp);
  }
  if (error instanceof AliasNotFoundError) return usage(`there is no flag \`-${error.input}\``, seeHelp);
  return usage(asSentence(formatMessageForArgumentScannerError(error, {})), seeHelp);
}

/** Common flags never reach the parser, so it cannot suggest them. */
function commonFlagLike(flag: string): readonly string[] {
  const known = [...Object.keys(COMMON_FLAGS).map(kebab), "help", "version"].map((name) => `--${name}`);
  const meant = similarWord(flag, known);
  return meant === undefined ? [] : [meant];
}

function suggestion(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  return `did you mean ${words.map((word) => `\`${word}\``).join(" or ")}?`;
}

function usage(message: string, hint: string): UserError {
  return new UserError("USAGE", message, { hint, exitCode: 2 });
}

/** Our messages begin small and end without a full stop. */
function asSentence(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, "");
}
