/** Whether predicates hold. Judging reads the surroundings and starts nothing, so it may be done anywhere (PL-10). */

import { existsSync } from "node:fs";

import { liveHolds } from "./live.ts";
import { liveOf } from "./live-of.ts";
import { atomHolds } from "./match-atom.ts";
import type { Predicate } from "./predicate.ts";
import type { PredicateSurroundings } from "./surroundings.ts";

export function holds(predicate: Predicate, surroundings: PredicateSurroundings): boolean {
  switch (predicate.kind) {
    case "depends-on":
      return atomHolds(predicate.atom, surroundings.workspace);
    case "workspace-member":
      return surroundings.isMember;
    case "env":
    case "path-exists": {
      const live = liveOf(predicate, surroundings);
      return live !== false && liveHolds(live, surroundings, (path) => checkPath(path, surroundings));
    }
    case "shell":
    case "custom":
      return surroundings.answered(predicate) === true;
    case "not":
      return !holds(predicate.of, surroundings);
    case "any":
      return predicate.of.some((each) => holds(each, surroundings));
    case "all":
      return predicate.of.every((each) => holds(each, surroundings));
  }
}

function checkPath(path: string, { checkedPaths }: PredicateSurroundings): boolean {
  checkedPaths.add(path);
  return existsSync(path);
}
