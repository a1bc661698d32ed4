import type { Dependency } from "../../../src/packages/ecosystem.ts";
import type { Workspace } from "../../../src/packages/workspace.ts";
import { parseAtomList } from "../../../src/plugins/gates/parse-atom.ts";
import { parsePredicateList } from "../../../src/plugins/gates/parse-predicate.ts";
import { type Gate, isFlaw, type PredicateSurroundings } from "../../../src/plugins/gates/predicate.ts";
import { whyClosed } from "../../../src/plugins/gates/why-closed.ts";

/** A workspace with dependencies written `serde 1.0.219`, `npm:react 18.2.0` or, where no version is known, `serde`. */
export function workspaceWith(...dependencies: readonly string[]): Workspace {
  const found = dependencies.map(dependencyOf);
  const ecosystems = new Set(["cargo", ...found.map(({ ecosystem }) => ecosystem)]);
  const shared = { members: [], checked: [], watched: [], problems: [] };
  const roots = [...ecosystems].map((ecosystem) => ({ ...shared, ecosystem, folder: "/w", dependencies: [], isUnlocked: false }));
  return { ...shared, folder: "/w", repository: null, roots, dependencies: found };
}

function dependencyOf(text: string): Dependency {
  const [, ecosystem = "cargo", name = "", version] = /^(?:(\w+):)?(\S+)(?: (\S+))?$/.exec(text) ?? [];
  return { ecosystem, name, ...(version === undefined ? {} : { version }), origin: { kind: "registry" } };
}

export function surroundings(changes: Partial<PredicateSurroundings> = {}): PredicateSurroundings {
  return {
    workspace: workspaceWith(),
    folder: "/w",
    env: {},
    os: "linux",
    isMember: false,
    checkedPaths: new Set(),
    answered: () => undefined,
    ...changes,
  };
}

export function gateHolds(of: Gate, around: PredicateSurroundings): boolean {
  return whyClosed(of, around) === undefined;
}

/** A gate of sound texts. */
export function gate(dependsOn: string | readonly string[], ...predicates: readonly string[]): Gate {
  const atoms = parseAtomList(dependsOn);
  const parsed = parsePredicateList(predicates);
  if (isFlaw(atoms)) throw new Error(atoms.problem);
  if (isFlaw(parsed)) throw new Error(parsed.problem);
  return { dependsOn: atoms, predicates: parsed };
}
