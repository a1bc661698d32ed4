/** What predicates are judged against. Whoever judges the same predicate against the same surroundings gets the same answer, on every surface (PL-10). */

import type { Context } from "../context.ts";
import type { Workspace } from "../ecosystems/workspace.ts";

export interface PredicateSurroundings extends Pick<Context, "env" | "os"> {
  readonly workspace: Workspace | null;
  /** Where relative paths start: the workspace, or the current folder outside one. */
  readonly folder: string;
  /** Whether what asks is part of the workspace itself. */
  readonly isMember: boolean;
  /** What a program answered when it was last asked; `undefined` where it never was. Judging never starts one. */
  readonly answered: (asked: Asked) => boolean | undefined;
  /** Paths that were asked for: whoever keeps what was decided has to look at them again. */
  readonly checkedPaths: Set<string>;
  /** Names of the predicates that plugins define, where that is known: reasons tell what nobody defines from what was not asked. */
  readonly definedNames?: ReadonlySet<string>;
}

/** A question that only a program can answer: `shell(…)`, or a predicate of a plugin's own. */
export type Asked =
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "custom"; readonly name: string; readonly argument: string };
