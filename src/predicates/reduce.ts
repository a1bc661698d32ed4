/** Decides everything in a gate that stays the same until the index is rebuilt. The hook call judges the rest. */

import { holds } from "./judge.ts";
import type { Live } from "./live.ts";
import { liveOf } from "./live-of.ts";
import { atomHolds } from "./match-atom.ts";
import type { Gate, Predicate } from "./predicate.ts";
import type { Asked, PredicateSurroundings } from "./surroundings.ts";

/** The key of a question that the call may ask; `undefined` where the stored answer counts, and none is no. */
export type InCall = (asked: Asked) => string | undefined;

const NEVER: InCall = () => undefined;

/** The gates of all levels, which must all be open. `true` and `false` are final; the rest depends on variables, paths and questions. */
export function reduceAll(gates: readonly Gate[], surroundings: PredicateSurroundings, inCall = NEVER): boolean | Live {
  const parts: (boolean | Live)[] = [];
  for (const { dependsOn, predicates } of gates) {
    if (dependsOn.length > 0) parts.push(dependsOn.some((atom) => atomHolds(atom, surroundings.workspace)));
    for (const predicate of predicates) parts.push(rest(predicate, surroundings, inCall));
  }
  return combine("all", parts);
}

function rest(predicate: Predicate, surroundings: PredicateSurroundings, inCall: InCall): boolean | Live {
  switch (predicate.kind) {
    case "env":
    case "path-exists":
      return liveOf(predicate, surroundings);
    case "not": {
      const of = rest(predicate.of, surroundings, inCall);
      return typeof of === "boolean" ? !of : ["not", of];
    }
    case "any":
    case "all":
      return combine(
        predicate.kind,
        predicate.of.map((each) => rest(each, surroundings, inCall)),
      );
    case "shell":
    case "custom": {
      const key = inCall(predicate);
      return key === undefined ? holds(predicate, surroundings) : ["asked", key];
    }
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
