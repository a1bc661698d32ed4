/** The atoms that a gate names, those inside predicates included. */

import type { Atom, Gate, Predicate } from "../predicates/predicate.ts";

export function atomsOf({ dependsOn, predicates }: Gate): readonly Atom[] {
  return [...dependsOn, ...predicates.flatMap(atomsIn)];
}

function atomsIn(predicate: Predicate): readonly Atom[] {
  if (predicate.kind === "depends-on") return [predicate.atom];
  if (predicate.kind === "not") return atomsIn(predicate.of);
  return predicate.kind === "any" || predicate.kind === "all" ? predicate.of.flatMap(atomsIn) : [];
}
