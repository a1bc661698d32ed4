/** A gate as far as it can be judged where nobody can say what the workspace depends on. */

import { type Gate, leavesOf } from "./predicate.ts";

export function withoutDependencies({ predicates }: Gate): Gate {
  return { dependsOn: [], predicates: predicates.filter((predicate) => leavesOf([predicate]).every(({ kind }) => kind !== "depends-on")) };
}
