/** Which programs must be asked before gates can be judged. */

import { atomHolds } from "./match-atom.ts";
import type { Gate, Predicate } from "./predicate.ts";
import type { Asked, PredicateSurroundings } from "./surroundings.ts";

/**
 * The questions that decide whether all of the gates are open, each once. None where the packages already decide: a plugin that is not for
 * this workspace starts nothing here. Variables and paths decide nothing, because they may differ in the session that uses the answer.
 */
export function questionsOf(gates: readonly Gate[], surroundings: Pick<PredicateSurroundings, "workspace" | "isMember">): readonly Asked[] {
  const { workspace } = surroundings;
  if (gates.some(({ dependsOn }) => dependsOn.length > 0 && !dependsOn.some((atom) => atomHolds(atom, workspace)))) return [];
  const found = open({ kind: "all", of: gates.flatMap(({ predicates }) => predicates) }, surroundings);
  return typeof found === "boolean" ? [] : [...new Map(found.map((asked) => [keyOf(asked), asked])).values()];
}

function keyOf(asked: Asked): string {
  return JSON.stringify(asked.kind === "shell" ? [asked.command] : [asked.name, asked.argument]);
}

/** The decision, or the questions that it depends on. */
function open(predicate: Predicate, surroundings: Pick<PredicateSurroundings, "workspace" | "isMember">): boolean | readonly Asked[] {
  switch (predicate.kind) {
    case "depends-on":
      return atomHolds(predicate.atom, surroundings.workspace);
    case "workspace-member":
      return surroundings.isMember;
    case "env":
    case "path-exists":
      return [];
    case "shell":
    case "custom":
      return [predicate];
    case "not": {
      const of = open(predicate.of, surroundings);
      return typeof of === "boolean" ? !of : of;
    }
    case "any":
    case "all": {
      const deciding = predicate.kind === "any";
      const parts = predicate.of.map((each) => open(each, surroundings));
      if (parts.includes(deciding)) return deciding;
      const asked = parts.filter((part) => typeof part !== "boolean");
      return asked.length === 0 ? !deciding : asked.flat();
    }
  }
}
