/** A gate without what programs answer, for a hook that must apply in doubt. */

import { type Gate, leavesOf } from "./predicate.ts";

export function withoutPrograms(gate: Gate): Gate {
  const asksProgram = (predicate: Gate["predicates"][number]) =>
    leavesOf([predicate]).some(({ kind }) => kind === "shell" || kind === "custom");
  return { ...gate, predicates: gate.predicates.filter((predicate) => !asksProgram(predicate)) };
}
