/** Parsed conditions: atoms about dependencies, and the predicates built from them. */

import type { Requirement } from "../ecosystems/ecosystem.ts";

/** `serde>=1.0`, `npm:react{>=18 <20}`, or `*` for any workspace. */
export interface Atom {
  /** The ecosystem's name; absent in `*` alone, which matches every workspace, and outside one as well. */
  readonly ecosystem?: string;
  /** The package's name, or `*` for every workspace of the ecosystem. */
  readonly name: string;
  /** Absent where any version matches. */
  readonly requirement?: Requirement;
}

export type Predicate =
  | { readonly kind: "depends-on"; readonly atom: Atom }
  | { readonly kind: "shell"; readonly command: string }
  | { readonly kind: "path-exists"; readonly path: string }
  | { readonly kind: "env"; readonly name: string; readonly value?: string }
  | { readonly kind: "workspace-member" }
  | { readonly kind: "not"; readonly of: Predicate }
  | { readonly kind: "any" | "all"; readonly of: readonly Predicate[] }
  | { readonly kind: "custom"; readonly name: string; readonly argument: string };

/** Those that contain no others, in order. */
export function leavesOf(predicates: readonly Predicate[], alsoNegated = true): readonly Exclude<Predicate, { readonly of: unknown }>[] {
  return predicates.flatMap((predicate) => {
    if (!("of" in predicate)) return [predicate];
    if (predicate.kind === "not") return alsoNegated ? leavesOf([predicate.of]) : [];
    return leavesOf(predicate.of, alsoNegated);
  });
}

/** When something applies: any of the packages, and all of the predicates. An empty gate is open. */
export interface Gate {
  readonly dependsOn: readonly Atom[];
  readonly predicates: readonly Predicate[];
}

export const OPEN: Gate = { dependsOn: [], predicates: [] };

/** Asks for `*`. It is open everywhere like the one above, but a plugin with it is not dormant: it has a gate. */
export const EVERYWHERE: Gate = { dependsOn: [{ name: "*" }], predicates: [] };

export function isOpen({ dependsOn, predicates }: Gate): boolean {
  return dependsOn.length === 0 && predicates.length === 0;
}

/** `*` also matches outside any workspace. */
export function isAnywhere({ ecosystem, name }: Atom): boolean {
  return ecosystem === undefined && name === "*";
}
