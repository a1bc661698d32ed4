/** Whether predicates hold. Judging reads the surroundings and starts nothing, so it may be done anywhere (PL-10). */

import { posix, win32 } from "node:path";

import { isBareWord } from "../../host/command-line.ts";
import { exists } from "../../host/files.ts";
import { type Live, liveHolds } from "./live.ts";
import { atomHolds, packagesHold } from "./match-atom.ts";
import { type Asked, type Gate, isAsked, type Predicate, type PredicateSurroundings } from "./predicate.ts";

export function holds(predicate: Predicate, surroundings: PredicateSurroundings): boolean {
  switch (predicate.kind) {
    case "depends-on":
      return atomHolds(predicate.atom, surroundings.workspace);
    case "workspace-member":
      return surroundings.isMember;
    case "env":
    case "path-exists": {
      const live = liveOf(predicate, surroundings);
      const check = (path: string) => {
        surroundings.checkedPaths.add(path);
        return exists(path);
      };
      return live !== false && liveHolds(live, surroundings, check);
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

/**
 * Variables and paths in the form that a hook call judges, so that all commands judge alike (PL-10). A path starts at the folder; a bare name is
 * a file there or anything on PATH. The empty path does not exist (I51).
 */
function liveOf(
  predicate: Extract<Predicate, { readonly kind: "env" | "path-exists" }>,
  { folder, os }: Pick<PredicateSurroundings, "folder" | "os">,
): Live | false {
  if (predicate.kind === "env") {
    return predicate.value === undefined ? ["env", predicate.name] : ["env", predicate.name, predicate.value];
  }
  if (predicate.path === "") return false;
  const path = (os === "windows" ? win32 : posix).resolve(folder, predicate.path);
  const isPlace = predicate.path === "." || predicate.path === "..";
  return isBareWord(predicate.path, os) && !isPlace ? ["path", path, predicate.path] : ["path", path];
}

/** The key of a question that the call may ask; `undefined` where the stored answer counts, and a missing one means no. */
export type InCall = (asked: Asked) => string | undefined;

/** The gates of all levels, which must all be open. `true` and `false` are final; the rest depends on variables, paths and questions. */
export function reduceAll(gates: readonly Gate[], surroundings: PredicateSurroundings, inCall: InCall = () => undefined): boolean | Live {
  const leafOf = (leaf: UndecidedLeaf): boolean | Live => {
    if (leaf.kind === "env" || leaf.kind === "path-exists") return liveOf(leaf, surroundings);
    const key = inCall(leaf);
    return key === undefined ? holds(leaf, surroundings) : ["asked", key];
  };
  const join: Reduction<Live>["join"] = (kind, parts) => (kind !== "not" && parts.length === 1 ? parts[0]! : ([kind, ...parts] as Live));
  return reduceGates(gates, surroundings, { leafOf, join });
}

type UndecidedLeaf = Extract<Predicate, { readonly kind: "env" | "path-exists" | "shell" | "custom" }>;

interface Reduction<T extends object> {
  readonly leafOf: (leaf: UndecidedLeaf) => boolean | T;
  /** At least one part; with `not` exactly one. */
  readonly join: (kind: "not" | "any" | "all", parts: readonly T[]) => T;
}

function reduceGates<T extends object>(
  gates: readonly Gate[],
  surroundings: Pick<PredicateSurroundings, "workspace" | "isMember">,
  how: Reduction<T>,
): boolean | T {
  if (!gates.every((gate) => packagesHold(gate, surroundings.workspace))) return false;
  return reduce({ kind: "all", of: gates.flatMap(({ predicates }) => predicates) }, surroundings, how);
}

/** The decision where packages and membership decide; otherwise what is left of the predicate. */
function reduce<T extends object>(
  predicate: Predicate,
  surroundings: Pick<PredicateSurroundings, "workspace" | "isMember">,
  how: Reduction<T>,
): boolean | T {
  switch (predicate.kind) {
    case "depends-on":
      return atomHolds(predicate.atom, surroundings.workspace);
    case "workspace-member":
      return surroundings.isMember;
    case "not": {
      const of = reduce(predicate.of, surroundings, how);
      return typeof of === "boolean" ? !of : how.join("not", [of]);
    }
    case "any":
    case "all": {
      const deciding = predicate.kind === "any";
      const parts = predicate.of.map((each) => reduce(each, surroundings, how));
      if (parts.includes(deciding)) return deciding;
      const left = parts.filter((part) => typeof part !== "boolean");
      return left.length === 0 ? !deciding : how.join(predicate.kind, left);
    }
    default:
      return how.leafOf(predicate);
  }
}

/**
 * The questions that decide whether all of the gates are open, each once. None where the packages already decide: a plugin that is not for
 * this workspace starts nothing here. Variables and paths decide nothing, because they may differ in the session that uses the answer.
 */
export function questionsOf(gates: readonly Gate[], surroundings: Pick<PredicateSurroundings, "workspace" | "isMember">): readonly Asked[] {
  const found = reduceGates<readonly Asked[]>(gates, surroundings, {
    leafOf: (leaf) => (isAsked(leaf) ? [leaf] : []),
    join: (_, parts) => parts.flat(),
  });
  return typeof found === "boolean" ? [] : [...new Map(found.map((asked) => [keyOf(asked), asked])).values()];
}

function keyOf(asked: Asked): string {
  return JSON.stringify(asked.kind === "shell" ? [asked.command] : [asked.name, asked.argument]);
}
