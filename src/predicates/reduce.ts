/** Decides everything in a gate that stays the same until the index is rebuilt. The hook call judges the rest. */

import { holds } from "./judge.ts";
import type { Live } from "./live.ts";
import { liveOf } from "./live-of.ts";
import { atomHolds } from "./match-atom.ts";
import type { Gate, Predicate } from "./predicate.ts";
import type { PredicateSurroundings } from "./surroundings.ts";

/** The gates of all levels, which must all be open. `true` and `false` are final; the rest depends on variables and paths. */
export function reduceAll(gates: readonly Gate[], surroundings: PredicateSurroundings): boolean | Live {
  const parts: (boolean | Live)[] = [];
  for (const { dependsOn, predicates } of gates) {
    if (dependsOn.length > 0) parts.push(dependsOn.some((atom) => atomHolds(atom, surroundings.workspace)));
    for (const predicate of predicates) parts.push(rest(predicate, surroundings));
  }
  return combine("all", parts);
}

function rest(predicate: Predicate, surroundings: PredicateSurroundings): boolean | Live {
  switch (predicate.kind) {
    case "env":
    case "path-exists":
      return liveOf(predicate, surroundings);
    case "not": {
      const of = rest(predicate.of, surroundings);
      return typeof of === "boolean" ? !of : ["not", of];
    }
    case "any":
    case "all":
      return combine(
        predicate.kind,
        predicate.of.map((each) => rest(each, surroundings)),
      );
    default:
      return holds(predicate, surroundings);
  }
}

function combine(kind: "any" | "all", parts: readonly (boolean | Live)[]): boolean | Live {
  const deciding = kind === "any";
  if (parts.includes(deciding)) return deciding;
  const open = parts.filter((part) => typeof part !== "boolean");
  const [first, second] = open;
  if (first === undefined) return !deciding;
  return second === undefined ? first : [kind, ...open];
}
