/** What predicates are judged against. The same predicate and surroundings give the same answer everywhere (PL-10). */

import type { Context } from "../context.ts";
import type { Workspace } from "../ecosystems/workspace.ts";
import type { Stamped } from "../platform/stamp.ts";
import type { Question } from "./ask.ts";

export interface PredicateSurroundings extends Pick<Context, "env" | "os"> {
  readonly workspace: Workspace | null;
  /** Where relative paths start: the workspace, or the current folder outside one. */
  readonly folder: string;
  /** Whether the plugin that asks is part of the workspace itself. */
  readonly isMember: boolean;
  /** A program's last answer; `undefined` where it was never asked. Judging never starts a program. */
  readonly answered: (asked: Asked) => boolean | undefined;
  /** Why a program that was asked gave no answer, and the question as it is asked. */
  readonly unanswered?: (asked: Asked) => Unanswered | undefined;
  /** Paths that were checked: code that stores the decision must check them again. */
  readonly checkedPaths: Set<string>;
  /** Names of the predicates that plugins define, where known: reasons distinguish undefined ones from unasked ones. */
  readonly definedNames?: ReadonlySet<string>;
}

/** A question that only a program can answer: `shell(…)`, or a plugin's custom predicate. */
export type Asked =
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "custom"; readonly name: string; readonly argument: string };

/** A question without an answer. */
export interface Unanswered {
  readonly question: Question;
  /** The files that the user's consent to the plugin of its program covers. */
  readonly covered?: readonly Stamped[];
  /** Why the program gave none, where it was asked. */
  readonly failure?: string;
}
