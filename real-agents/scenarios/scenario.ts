/**
 * A scenario shows one ability of our programme on a real agent: a plugin, what the model does, and a judge that looks at
 * files and at the model's requests. It is written once for all agents; what differs between them is in their recipes.
 */

import type { Step } from "../model-server/script.ts";
import type { Permission, Recipe } from "../recipes/recipe.ts";
import type { Folders, RunResult } from "../sandbox.ts";
import type { Plugin } from "./plugin.ts";

export interface Scenario {
  readonly name: string;
  /** The cell of the table that this fills. */
  readonly ability: string;
  readonly plugins: (folders: Folders) => readonly Plugin[];
  readonly steps?: (recipe: Recipe, folders: Folders) => readonly Step[];
  readonly permission?: Permission;
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly mcp?: true;
  /** What must have happened, each as a sentence with its truth; a scenario works when all hold. */
  readonly judge: (seen: Seen) => readonly Claim[];
}

export type Claim = readonly [sentence: string, holds: boolean];

export interface Seen {
  readonly run: RunResult;
  /** The model's requests that belong to the plot, as text, in order. */
  readonly turns: readonly string[];
  /** What handlers were given, by hook, in order. */
  readonly handled: (hook: string) => readonly string[];
  /** What our programme was given and answered, one line of JSON for each call. */
  readonly calls: readonly string[];
  /** The text of a file of the project without surrounding blanks; empty where there is none. */
  readonly file: (path: string) => string;
}

/** The tool call most scenarios make: it leaves a file behind, so that its having run can be seen. */
export const MARKER = "marker.txt";
export const RUN_MARKER = `echo ran > ${MARKER}`;

export const runsShell = ({ calls }: Recipe): readonly Step[] => [{ calls: [calls.shell(RUN_MARKER)] }];

/** The run came to its own end, in good order. */
export function ended({ run }: Seen): Claim {
  return ["the agent ended by itself with exit code 0", run.exit === 0 && !run.timedOut];
}

export function reached({ turns }: Seen, text: string, by: number): Claim {
  return [`"${text}" reached the model by request ${by}`, turns.slice(0, by).some((turn) => turn.includes(text))];
}

export function toolRan(seen: Seen, result = "ran"): Claim {
  return [`the tool ran and left "${result}"`, seen.file(MARKER) === result];
}

export function toolBlocked(seen: Seen): Claim {
  return ["the tool did not run", seen.file(MARKER) === ""];
}
