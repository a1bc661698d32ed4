/** A workspace: every root from a folder up to the top of its repository, taken together (PL-13). Read from files alone. */

import type { Problem } from "../config/problem.ts";
import type { Stamped } from "../platform/stamp.ts";
import type { Dependency, Member, WorkspaceRoot } from "./ecosystem.ts";

export interface Workspace {
  /** The outermost root, where skills go and by which the user's config knows the workspace; without any root the repository. */
  readonly folder: string;
  /** The top of the repository, where there is one. */
  readonly repository: string | null;
  /** From the outermost inwards; empty in a repository without any. */
  readonly roots: readonly WorkspaceRoot[];
  readonly members: readonly Member[];
  readonly dependencies: readonly Dependency[];
  /** What a hook call looks at every time. */
  readonly checked: readonly Stamped[];
  /** Everything else the answer depends on, files that are not there included. */
  readonly watched: readonly Stamped[];
  readonly problems: readonly Problem[];
}
