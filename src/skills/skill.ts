/** A skill: a folder with a `SKILL.md`, and where it comes from. */

import type { Gate } from "../predicates/predicate.ts";

export interface Skill {
  /** From the frontmatter, or the folder's name where the workspace's own skills have none; a valid folder name. */
  readonly name: string;
  readonly description: string;
  /** The folder, resolved. */
  readonly directory: string;
  /** From the frontmatter; narrows the gates around it. */
  readonly gate: Gate;
  readonly origin: SkillOrigin;
  /** Of an Agent Plugin: its folder, resolved. Links of the skill may lead to other files in it. */
  readonly packageRoot?: string;
  /** `symposium-requires` of the frontmatter's metadata: names of installations. */
  readonly requires?: readonly string[];
}

/** Two skills of one name and the same origin are one skill, whichever plugin named it. */
export type SkillOrigin =
  /** Came with a package. */
  | { readonly kind: "package"; readonly ecosystem: string; readonly name: string; readonly version: string; readonly path: string }
  /** From a git repository, by what was fetched. */
  | { readonly kind: "git"; readonly repository: string; readonly commit: string; readonly path: string }
  /** From a folder: a source's, or the workspace's own. */
  | { readonly kind: "folder"; readonly source: string; readonly path: string };
