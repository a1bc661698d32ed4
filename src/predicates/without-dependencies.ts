/** Judges a gate as far as possible where the workspace's dependencies are unknown. */

import { type Gate, leavesOf } from "./predicate.ts";

export function withoutDependencies({ predicates }: Gate): Gate {
  return { dependsOn: [], predicates: predicates.filter((predicate) => leavesOf([predicate]).every(({ kind }) => kind !== "depends-on")) };
}
