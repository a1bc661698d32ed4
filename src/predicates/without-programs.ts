/** A gate without what cannot be known, for a hook that must apply in doubt. */

import { type Gate, leavesOf, type Predicate } from "./predicate.ts";
import type { Asked } from "./surroundings.ts";

/** Without the predicates that ask such a program. */
export function withoutPrograms(gate: Gate, isMeant: (asked: Asked) => boolean = () => true): Gate {
  return withoutLeaves(gate, (leaf) => (leaf.kind === "shell" || leaf.kind === "custom") && isMeant(leaf));
}

export function withoutLeaves(gate: Gate, isMeant: (leaf: Predicate) => boolean): Gate {
  return { ...gate, predicates: gate.predicates.filter((predicate) => !leavesOf([predicate]).some(isMeant)) };
}
