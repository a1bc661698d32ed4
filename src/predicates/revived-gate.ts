/** Gates and atoms from JSON, which has no functions. A requirement is parsed when a version is compared. */

import { parseAtom } from "./parse-atom.ts";
import type { Atom, Gate, Predicate } from "./predicate.ts";
import { printAtom } from "./print.ts";

export function revivedGate({ dependsOn, predicates }: Gate): Gate {
  return { dependsOn: dependsOn.map(revivedAtom), predicates: predicates.map(revivedPredicate) };
}

function revivedPredicate(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case "depends-on":
      return { ...predicate, atom: revivedAtom(predicate.atom) };
    case "not":
      return { ...predicate, of: revivedPredicate(predicate.of) };
    case "any":
    case "all":
      return { ...predicate, of: predicate.of.map(revivedPredicate) };
    default:
      return predicate;
  }
}

export function revivedAtom(atom: Atom): Atom {
  if (atom.requirement === undefined) return atom;
  const { text, own } = atom.requirement;
  const parsed = () => {
    const again = parseAtom(printAtom(atom));
    return "problem" in again ? undefined : again.requirement;
  };
  const matches = (version: string) => parsed()?.matches(version) === true;
  return { ...atom, requirement: { text, own, matches, limits: () => parsed()?.limits() ?? [] } };
}
