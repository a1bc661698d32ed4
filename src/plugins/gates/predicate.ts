/** Parsed conditions: atoms about dependencies, and the predicates built from them. */

import type { Context } from "../../context.ts";
import type { Runnable } from "../../host/command-line.ts";
import type { Stamped } from "../../host/reading-budget.ts";
import { BARE, type Requirement } from "../../packages/ecosystem.ts";
import type { Workspace } from "../../packages/workspace.ts";

/** `serde>=1.0`, `npm:react{>=18 <20}`, or `*` for any workspace. */
export interface Atom {
  /** The ecosystem's name; absent in `*` alone, which matches every workspace, and outside one as well. */
  readonly ecosystem?: string;
  /** The package's name, or `*` for every workspace of the ecosystem. */
  readonly name: string;
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

/** Asks for `*`. It is open everywhere like `OPEN`, but a plugin with it is not dormant: it has a gate. */
export const EVERYWHERE: Gate = { dependsOn: [{ name: "*" }], predicates: [] };

export function isOpen({ dependsOn, predicates }: Gate): boolean {
  return dependsOn.length === 0 && predicates.length === 0;
}

/** `*` also matches outside any workspace. */
export function isAnywhere({ ecosystem, name }: Atom): boolean {
  return ecosystem === undefined && name === "*";
}

/** What predicates are judged against. The same predicate and surroundings give the same answer everywhere (PL-10). */
export interface PredicateSurroundings extends Pick<Context, "env" | "os"> {
  readonly workspace: Workspace | null;
  /** Where relative paths start: the workspace, or the current folder outside one. */
  readonly folder: string;
  readonly isMember: boolean;
  /** A program's last answer; `undefined` where it was never asked. Judging never starts a program. */
  readonly answered: (asked: Asked) => boolean | undefined;
  /** Why a program that was asked gave no answer, and the question as it is asked. */
  readonly unanswered?: (asked: Asked) => Unanswered | undefined;
  /** Paths that were checked: code that stores the decision must check them again. */
  readonly checkedPaths: Set<string>;
  /** Names of the predicates that plugins define, where known: reasons distinguish undefined ones from unasked ones. */
  readonly definedNames?: ReadonlySet<string>;
}

/** A question that only a program can answer: `shell(…)`, or a plugin's custom predicate. */
export type Asked = Extract<Predicate, { readonly kind: "shell" | "custom" }>;

export interface Unanswered {
  readonly question: Question;
  /** The files that the user's consent to the plugin of its program covers. */
  readonly covered?: readonly Stamped[];
  readonly failure?: string;
}

/** Any of the packages is enough within one gate, so the second list becomes a predicate. */
export function bothGates(one: Gate, other: Gate): Gate {
  const predicates = [...one.predicates, ...other.predicates];
  if (one.dependsOn.length === 0 || other.dependsOn.length === 0) return { dependsOn: [...one.dependsOn, ...other.dependsOn], predicates };
  const any: Predicate = { kind: "any", of: other.dependsOn.map((atom) => ({ kind: "depends-on", atom })) };
  return { dependsOn: one.dependsOn, predicates: [...predicates, any] };
}

/** Whether a gate can be open in one workspace and closed in another (MC-4). */
export function isWorkspaceBound({ dependsOn, predicates }: Gate): boolean {
  const isListed = dependsOn.length > 0 && !dependsOn.some(isAnywhere);
  return isListed || leavesOf(predicates).some((leaf) => leaf.kind !== "env" && !(leaf.kind === "depends-on" && isAnywhere(leaf.atom)));
}

export function withoutDependencies(gate: Gate): Gate {
  return { ...withoutLeaves(gate, ({ kind }) => kind === "depends-on"), dependsOn: [] };
}

export function withoutPrograms(gate: Gate, isMeant: (asked: Asked) => boolean = () => true): Gate {
  return withoutLeaves(gate, (leaf) => isAsked(leaf) && isMeant(leaf));
}

export function withoutLeaves(gate: Gate, isMeant: (leaf: Predicate) => boolean): Gate {
  return { ...gate, predicates: gate.predicates.filter((predicate) => !leavesOf([predicate]).some(isMeant)) };
}

export function asksProgram({ predicates }: Gate): boolean {
  return leavesOf(predicates).some(isAsked);
}

export function isAsked(predicate: Predicate): predicate is Asked {
  return predicate.kind === "shell" || predicate.kind === "custom";
}

export const UNDEFINED = "no plugin defines it, or several do";

type Custom = Extract<Predicate, { readonly kind: "custom" }>;

export type Question =
  | Extract<Predicate, { readonly kind: "shell" }>
  | (Custom & Pick<CustomDefinition, "plugin" | "command" | "env" | "path">)
  /** A custom predicate that not exactly one plugin defines: it has no program. */
  | (Omit<Custom, "kind"> & { readonly kind: "undefined" });

export interface CustomDefinition {
  readonly plugin: string;
  readonly name: string;
  readonly command: Runnable;
  /** Of the installations it uses (PG-10). */
  readonly env?: Readonly<Record<string, string>>;
  readonly path?: readonly string[];
  /** The files that the user's consent to its plugin covers. */
  readonly covered?: readonly Stamped[];
}

export interface Flaw {
  readonly problem: string;
  readonly hint?: string;
  readonly offset: number;
  readonly index?: number;
}

export function isFlaw(read: object): read is Flaw {
  return "problem" in read;
}

/** The text reads back as the same atom, and that of `printPredicate` as the same predicate (I14, I26, I54, I60). */
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

export function writtenGate({ dependsOn, predicates }: Gate): WrittenGate {
  return {
    "depends-on": dependsOn.length === 0 ? undefined : dependsOn.map(printAtom),
    predicates: predicates.length === 0 ? undefined : predicates.map(printPredicate),
  };
}

/** A gate in a line for people: `serde or tokio, and env(CI)`. */
export function printGate({ dependsOn, predicates }: Gate): string {
  const packages = dependsOn.length === 0 ? [] : [dependsOn.map(printAtom).join(" or ")];
  return [...packages, ...predicates.map(printPredicate)].join(", and ");
}
