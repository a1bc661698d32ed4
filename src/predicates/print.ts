/** Prints atoms and predicates as text that reads back as the same (I14, I26, I54, I60). */

import { BARE } from "../ecosystems/bare-prefix.ts";
import type { Atom, Gate, Predicate } from "./predicate.ts";

export function printAtom({ ecosystem, name, requirement }: Atom): string {
  const isBare = ecosystem === undefined || (ecosystem === BARE && name !== "*");
  return `${isBare ? "" : `${ecosystem}:`}${name}${requirement?.text ?? ""}`;
}

export function printPredicate(predicate: Predicate): string {
  switch (predicate.kind) {
    case "depends-on":
      return `depends-on(${printAtom(predicate.atom)})`;
    case "shell":
      return `shell(${predicate.command})`;
    case "path-exists":
      return `path_exists(${predicate.path})`;
    case "env":
      return `env(${predicate.name}${predicate.value === undefined ? "" : `=${predicate.value}`})`;
    case "workspace-member":
      return "workspace-member()";
    case "not":
      return `not(${printPredicate(predicate.of)})`;
    case "any":
    case "all":
      return `${predicate.kind}(${predicate.of.map(printPredicate).join(", ")})`;
    case "custom":
      return `${predicate.name}(${predicate.argument})`;
  }
}

export interface WrittenGate {
  readonly "depends-on"?: readonly string[];
  readonly predicates?: readonly string[];
}

/** As the keys of a manifest. */
export function writtenGate({ dependsOn, predicates }: Gate): WrittenGate {
  return {
    ...(dependsOn.length === 0 ? {} : { "depends-on": dependsOn.map(printAtom) }),
    ...(predicates.length === 0 ? {} : { predicates: predicates.map(printPredicate) }),
  };
}

/** A gate in a line for people: `serde or tokio, and env(CI)`. */
export function printGate({ dependsOn, predicates }: Gate): string {
  const packages = dependsOn.length === 0 ? [] : [dependsOn.map(printAtom).join(" or ")];
  return [...packages, ...predicates.map(printPredicate)].join(", and ");
}
