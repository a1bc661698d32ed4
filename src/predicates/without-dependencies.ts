/** A gate as far as it can be judged where nobody can say what the workspace depends on. */

import type { Gate, Predicate } from "./predicate.ts";

export function withoutDependencies({ predicates }: Gate): Gate {
  return { dependsOn: [], predicates: predicates.filter((predicate) => !asksForDependency(predicate)) };
}

function asksForDependency(predicate: Predicate): boolean {
  if (predicate.kind === "not") return asksForDependency(predicate.of);
  return (
    predicate.kind === "depends-on" || ((predicate.kind === "any" || predicate.kind === "all") && predicate.of.some(asksForDependency))
  );
}
