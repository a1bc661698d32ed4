/** Whether predicates hold. Judging reads the surroundings and starts nothing, so it may be done anywhere (PL-10). */

import { posix, win32 } from "node:path";

import { isBareWord } from "../../host/command-line.ts";
import { exists } from "../../host/files.ts";
import { type Live, liveHolds } from "./live.ts";
import { atomHolds } from "./match-atom.ts";
import type { Asked, Gate, Predicate, PredicateSurroundings } from "./predicate.ts";

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
  return exists(path);
}

/** Variables and paths in the form that a hook call judges, so that all commands judge alike (PL-10). */
type LivePredicate = Extract<Predicate, { readonly kind: "env" | "path-exists" }>;

/** A path starts at the folder; a bare name is a file there or anything on PATH. The empty path does not exist (I51). */
function liveOf(predicate: LivePredicate, { folder, os }: Pick<PredicateSurroundings, "folder" | "os">): Live | false {
  if (predicate.kind === "env") {
    return predicate.value === undefined ? ["env", predicate.name] : ["env", predicate.name, predicate.value];
  }
  if (predicate.path === "") return false;
  const path = (os === "windows" ? win32 : posix).resolve(folder, predicate.path);
  const isPlace = predicate.path === "." || predicate.path === "..";
  return isBareWord(predicate.path, os) && !isPlace ? ["path", path, predicate.path] : ["path", path];
}

/** The key of a question that the call may ask; `undefined` where the stored answer counts, and none is no. */
export type InCall = (asked: Asked) => string | undefined;

const NEVER: InCall = () => undefined;

/** The gates of all levels, which must all be open. `true` and `false` are final; the rest depends on variables, paths and questions. */
export function reduceAll(gates: readonly Gate[], surroundings: PredicateSurroundings, inCall = NEVER): boolean | Live {
  const parts: (boolean | Live)[] = [];
  for (const { dependsOn, predicates } of gates) {
    if (dependsOn.length > 0) parts.push(dependsOn.some((atom) => atomHolds(atom, surroundings.workspace)));
    for (const predicate of predicates) parts.push(rest(predicate, surroundings, inCall));
  }
  return combine("all", parts);
}

function rest(predicate: Predicate, surroundings: PredicateSurroundings, inCall: InCall): boolean | Live {
  switch (predicate.kind) {
    case "env":
    case "path-exists":
      return liveOf(predicate, surroundings);
    case "not": {
      const of = rest(predicate.of, surroundings, inCall);
      return typeof of === "boolean" ? !of : ["not", of];
    }
    case "any":
    case "all":
      return combine(
        predicate.kind,
        predicate.of.map((each) => rest(each, surroundings, inCall)),
      );
    case "shell":
    case "custom": {
      const key = inCall(predicate);
      return key === undefined ? holds(predicate, surroundings) : ["asked", key];
    }
    default:
      return holds(predicate, surroundings);
  }
}

function combine(kind: "any" | "all", parts: readonly (boolean | Live)[]): boolean | Live {
  const deciding = kind === "any";
  if (parts.includes(deciding)) return deciding;
  const open = parts.filter((part) => typeof part !== "boolean");
  const [first, second] = open;
  if (first === undefined) return !deciding;
  return second === undefined ? first : [kind, ...open];
}

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
