/** Whether a gate can be open in one workspace and closed in another (MC-4). */

import { type Gate, isAnywhere, leavesOf } from "./predicate.ts";

export function isWorkspaceBound({ dependsOn, predicates }: Gate): boolean {
  const isListed = dependsOn.length > 0 && !dependsOn.some(isAnywhere);
  return isListed || leavesOf(predicates).some((leaf) => leaf.kind !== "env" && !(leaf.kind === "depends-on" && isAnywhere(leaf.atom)));
}
