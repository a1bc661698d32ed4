/** What predicates are judged against. The same predicate and surroundings give the same answer everywhere (PL-10). */

import type { Context } from "../context.ts";
import type { Workspace } from "../ecosystems/workspace.ts";

export interface PredicateSurroundings extends Pick<Context, "env" | "os"> {
  readonly workspace: Workspace | null;
  /** Where relative paths start: the workspace, or the current folder outside one. */
  readonly folder: string;
  /** Whether the plugin that asks is part of the workspace itself. */
  readonly isMember: boolean;
  /** A program's last answer; `undefined` where it was never asked. Judging never starts a program. */
  readonly answered: (asked: Asked) => boolean | undefined;
  /** Paths that were checked: code that stores the decision must check them again. */
  readonly checkedPaths: Set<string>;
  /** Names of the predicates that plugins define, where known: reasons distinguish undefined ones from unasked ones. */
  readonly definedNames?: ReadonlySet<string>;
}

/** A question that only a program can answer: `shell(…)`, or a plugin's custom predicate. */
export type Asked =
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "custom"; readonly name: string; readonly argument: string };
