/** The flags of every command, anywhere in front of `--`. They are taken out first, so that a wrong command line is reported as asked. */

import { UserError } from "../errors.ts";
import type { UpdateLevel } from "../files/git/update.ts";
import { hasWord, lookUp, tableOf } from "../lookup.ts";
import type { Verbosity } from "./terminal/reporter.ts";

interface Switches extends Verbosity {
  readonly json: boolean;
  /** We may write into the folders of another user. */
  readonly allowOtherOwner: boolean;
}

export interface CommonFlags extends Switches {
  /** Absent without the flag: each command has its own default. */
  readonly update?: UpdateLevel | undefined;
}

interface FlagHelp {
  readonly alias?: string;
  readonly brief: string;
  readonly value?: string;
  /** Help does not list the flag: the error that it is for names it, and so does the reference. */
  readonly isRare?: true;
}

const UPDATE_LEVELS: readonly UpdateLevel[] = ["none", "check", "fetch"];

export const COMMON_FLAGS: Readonly<Record<keyof CommonFlags, FlagHelp>> = {
  quiet: { alias: "q", brief: "Print only errors, warnings and what was asked for" },
  verbose: { alias: "v", brief: "Print details, and the stack of an internal error" },
  json: { brief: "Print one JSON document" },
  allowOtherOwner: { brief: "Write into the home folder of another user, as in a container", isRare: true },
  update: { brief: "Update git sources: never, where they changed, or always", value: UPDATE_LEVELS.join("|") },
};

/** `wrong`: a common flag was given a value that it does not have. */
export function takeCommonFlags(args: readonly string[]): {
  readonly flags: CommonFlags;
  readonly rest: string[];
  readonly wrong?: UserError;
} {
  const flags = { quiet: false, verbose: false, json: false, allowOtherOwner: false };
  const rest: string[] = [];
  let update: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const named = lookUp(BY_SPELLING, arg);
    if (arg === "--") {
      rest.push(...args.slice(at));
      break;
    }
    if (arg === "--update") update = args[++at] ?? "";
    else if (arg.startsWith("--update=")) update = arg.slice("--update=".length);
    else if (named === undefined) rest.push(arg);
    else for (const name of named) flags[name] = true;
  }
  const level = UPDATE_LEVELS.find((each) => each === update);
  if (update === undefined || level !== undefined) return { flags: { ...flags, update: level }, rest };
  const message = update === "" ? "`--update` needs a value" : `${JSON.stringify(update)} is not a valid value of \`--update\``;
  const hint = `it is one of ${UPDATE_LEVELS.join(", ")}`;
  return { flags, rest, wrong: new UserError("USAGE", message, { hint, exitCode: 2 }) };
}

/** How many words a common flag takes; 0 for any other word. */
export function commonFlagLength(arg: string): 0 | 1 | 2 {
  if (arg === "--update") return 2;
  return arg.startsWith("--update=") || hasWord(BY_SPELLING, arg) ? 1 : 0;
}

const BY_SPELLING = tableOf<readonly (keyof Switches)[]>({
  "-q": ["quiet"],
  "--quiet": ["quiet"],
  "-v": ["verbose"],
  "--verbose": ["verbose"],
  "-qv": ["quiet", "verbose"],
  "-vq": ["quiet", "verbose"],
  "--json": ["json"],
  "--allow-other-owner": ["allowOtherOwner"],
});

/** A name as it is typed on the command line: `allowOtherOwner` is `allow-other-owner`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
