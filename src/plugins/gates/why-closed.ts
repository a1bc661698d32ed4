/** Why something does not apply here, for people. */

import { holds } from "./judge.ts";
import { isRead, isWildcard, namedBy, packagesHold } from "./match-atom.ts";
import { type Asked, type Atom, type Gate, type Predicate, type PredicateSurroundings, printAtom, printPredicate } from "./predicate.ts";

export function whyClosed(gate: Gate, surroundings: PredicateSurroundings): string | undefined {
  if (!packagesHold(gate, surroundings.workspace)) return whyNoneOf(gate.dependsOn, surroundings);
  const failing = gate.predicates.find((predicate) => !holds(predicate, surroundings));
  return failing && whyNot(failing, surroundings);
}

function whyNot(predicate: Predicate, surroundings: PredicateSurroundings): string {
  switch (predicate.kind) {
    case "depends-on":
      return whyNoneOf([predicate.atom], surroundings);
    case "workspace-member":
      return "is only for members of the workspace";
    case "env": {
      const { name, value } = predicate;
      return value === undefined ? `env ${name} is not set` : `env ${name} is not ${value === "" ? "empty" : value}`;
    }
    case "path-exists":
      return predicate.path === "" ? "the empty path does not exist" : `${predicate.path} does not exist`;
    case "shell":
    case "custom":
      return whyNotAnswered(predicate, surroundings);
    case "not":
      return `${printPredicate(predicate.of)} holds`;
    case "any":
      return predicate.of.map((each) => whyNot(each, surroundings)).join("; ");
    case "all": {
      const failing = predicate.of.find((each) => !holds(each, surroundings));
      return failing === undefined ? `${printPredicate(predicate)} does not hold` : whyNot(failing, surroundings);
    }
  }
}

function whyNotAnswered(predicate: Asked, surroundings: PredicateSurroundings): string {
  const { answered, unanswered, definedNames } = surroundings;
  if (predicate.kind === "custom" && definedNames?.has(predicate.name) === false)
    return `no plugin defines the predicate ${predicate.name}`;
  const printed = printPredicate(predicate);
  const failure = unanswered?.(predicate)?.failure;
  if (failure !== undefined) return `${printed} is broken: ${failure}`;
  return answered(predicate) === undefined ? `${printed} has no answer yet: run \`symposium sync\`` : `${printed} is false`;
}

function whyNoneOf(atoms: readonly Atom[], surroundings: PredicateSurroundings): string {
  const { workspace } = surroundings;
  if (workspace === null) return `needs ${atoms.map(printAtom).join(" or ")}, but this folder is not in a workspace`;
  const unread = new Set(atoms.flatMap(({ ecosystem }) => (ecosystem === undefined || isRead(ecosystem) ? [] : [ecosystem])));
  const read = atoms.filter(({ ecosystem }) => ecosystem !== undefined && !unread.has(ecosystem));
  const absent = read.filter((atom) => namedBy(atom, workspace).length === 0 && !isWildcard(atom));
  const wrong = read.filter((atom) => !absent.includes(atom));
  return [
    ...(absent.length === 0 ? [] : [`no dependency ${absent.map((atom) => printAtom({ ...atom, requirement: undefined })).join(" or ")}`]),
    ...wrong.map((atom) => (isWildcard(atom) ? `not a ${atom.ecosystem} workspace` : whyWrongVersion(atom, surroundings))),
    ...[...unread].map((ecosystem) => `this version does not read ${ecosystem} packages`),
  ].join("; ");
}

function whyWrongVersion(atom: Atom, { workspace }: PredicateSurroundings): string {
  const found = workspace === null ? [] : namedBy(atom, workspace);
  const versions = found.flatMap(({ version }) => version ?? []);
  const name = found[0]?.name ?? atom.name;
  const asked = found.flatMap(({ requirement }) => requirement ?? []);
  if (versions.length === 0 && asked.length > 0)
    return `needs ${printAtom(atom)}, but the workspace requires ${name} ${asked.map((one) => `"${one}"`).join(" and ")}`;
  if (versions.length === 0) return `needs ${printAtom(atom)}, but no lock file has the workspace's version of ${name}`;
  return `needs ${printAtom(atom)}, but the workspace has ${name} ${versions.join(" and ")}`;
}
