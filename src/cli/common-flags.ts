/**
 * The flags that every command has. They are taken out before the command's own are parsed, so that they may stand anywhere
 * in front of `--`, and so that a wrong command line is already reported the way the user asked for.
 */

import type { Verbosity } from "./reporter.ts";

export interface CommonFlags extends Verbosity {
  readonly json: boolean;
}

export const COMMON_FLAGS = {
  quiet: { alias: "q", brief: "Print the answer and errors only" },
  verbose: { alias: "v", brief: "Print details, and where an error of ours comes from" },
  json: { brief: "Print one JSON document" },
} as const satisfies Record<keyof CommonFlags, { readonly alias?: string; readonly brief: string }>;

export function takeCommonFlags(args: readonly string[]): { readonly flags: CommonFlags; readonly rest: string[] } {
  const given = new Set<keyof CommonFlags>();
  const rest: string[] = [];
  for (const [at, arg] of args.entries()) {
    if (arg === "--") return { flags: flagsOf(given), rest: [...rest, ...args.slice(at)] };
    const named = BY_SPELLING[arg];
    if (named === undefined) rest.push(arg);
    else for (const name of named) given.add(name);
  }
  return { flags: flagsOf(given), rest };
}

const BY_SPELLING: Readonly<Record<string, readonly (keyof CommonFlags)[]>> = {
  "-q": ["quiet"],
  "--quiet": ["quiet"],
  "-v": ["verbose"],
  "--verbose": ["verbose"],
  "-qv": ["quiet", "verbose"],
  "-vq": ["quiet", "verbose"],
  "--json": ["json"],
};

function flagsOf(given: ReadonlySet<keyof CommonFlags>): CommonFlags {
  return { quiet: given.has("quiet"), verbose: given.has("verbose"), json: given.has("json") };
}
