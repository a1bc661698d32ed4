/** Hand-made server files for a real agent, and what it did with each server. Nothing here comes from `src`: the tables there follow from this. */

import type { IncomingHttpHeaders } from "node:http";

import type { Recipe } from "../../recipes/recipe.ts";

export interface ServerNote {
  readonly name: string;
  readonly by: "stdio" | "http" | "sse";
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** One file with servers: `~/…` in the home, `/…` in what a variable of the run moves, anything else in the project. */
export interface ProbedFile {
  readonly path: string;
  /** A file whose text it begins with, where it is moved. */
  readonly from?: string;
  /** The last change of its text. */
  readonly change?: (text: string) => string;
  /** The table of servers; `{project}` stands for the project's folder. */
  readonly table: readonly string[];
  /** Server name → what is asked, and the entry. */
  readonly servers: Readonly<Record<string, { readonly what: string; readonly entry: unknown }>>;
}

export interface ServerQuestion {
  readonly what: string;
  readonly files: readonly ProbedFile[];
  readonly untrusted?: true;
  readonly env?: Readonly<Record<string, string>>;
  /** Names of the tools, where they do not follow from the name of the server; or their beginning, to which the file's place is added. */
  readonly toolsOf?: Readonly<Record<string, string>>;
  readonly toolsInOrder?: string;
  /** More text of files, by the same kinds of path. */
  readonly more?: Readonly<Record<string, string>>;
}

export interface ServerQuestions {
  readonly recipe: Recipe;
  readonly questions: readonly ServerQuestion[];
}

/** What a registered entry of a process looks like: it finds the program by the home folder, and names no path of a machine. */
const LAUNCH =
  'unset BUN_OPTIONS BUN_BE_BUN; set -- ~/.symposium/bin/symposium-hook "$@"; case $1 in /*) [ ! -x "$1" ] || exec "$@";; esac; ' +
  'echo "symposium-hook is not installed" >&2; exit 1';

export const COMMAND = "/bin/sh";

export function launchArgs(name: string): string[] {
  return ["-c", LAUNCH, "symposium", "serve", `probe/${name}`];
}

export function address(kind: "http" | "sse", name: string, query = ""): string {
  return `http://127.0.0.1:8077/${kind}/${name}${query}`;
}

/** The variable that references name, and every syntax in which some agent writes one. */
export const VARIABLE = "PROBE_TOKEN";
export const VALUE = "sesame";
export const SYNTAXES: Readonly<Record<string, string>> = {
  "x-braced": "Bearer ${PROBE_TOKEN}",
  "x-bare": "Bearer $PROBE_TOKEN",
  "x-env": "Bearer ${env:PROBE_TOKEN}",
  "x-curly": "Bearer {env:PROBE_TOKEN}",
};
export const QUERY = "?braced=${PROBE_TOKEN}&bare=$PROBE_TOKEN&env=${env:PROBE_TOKEN}&curly={env:PROBE_TOKEN}";
