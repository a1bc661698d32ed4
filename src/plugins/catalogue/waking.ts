/** Which packages a plugin needs, so that a workspace without them cannot wake it (PL-31). A doubt counts as awake. */

import type { Workspace } from "../../ecosystems/workspace.ts";
import { hasPackage, isWildcard, packageKey } from "../../predicates/match-atom.ts";
import type { Atom, Predicate } from "../../predicates/predicate.ts";
import { asksProgram, innerGates } from "../asks-programs.ts";
import type { Plugin } from "../plugin.ts";

/** Of each list the workspace must have one package. */
export type Needs = readonly (readonly string[])[];

/**
 * `undefined` where the plugin counts in every workspace: it names no package, it defines predicates for others, a program decides, or it has
 * plugins in folders, whose hooks its outline lacks.
 */
export function needsOf(plugin: Plugin): Needs | undefined {
  if (plugin.predicates.length > 0 || [plugin.gate, ...innerGates(plugin)].some(asksProgram)) return undefined;
  // The record of what is in force has the text of its hook manifest, and an outline does not.
  if (plugin.hooksManifest !== undefined) return undefined;
  if (plugin.chained.some(({ source }) => source.kind === "path")) return undefined;
  const { dependsOn, predicates } = plugin.gate;
  const needs = [anyOf(dependsOn), ...predicates.flatMap(needsOfPredicate)].filter((names) => names !== undefined);
  return needs.length === 0 ? undefined : needs;
}

/** Where dependencies are unreadable, any plugin may be meant. */
export function mayWake(needs: Needs, workspace: Workspace | null): boolean {
  if (workspace === null) return false;
  if (workspace.problems.some(({ severity }) => severity === "error")) return true;
  return needs.every((names) => names.some((name) => hasPackage(name, workspace)));
}

/** `undefined` where no package is needed. */
function anyOf(atoms: readonly Atom[]): readonly string[] | undefined {
  const names = atoms.flatMap((atom) => (atom.ecosystem === undefined || isWildcard(atom) ? [] : [packageKey(atom.ecosystem, atom.name)]));
  return names.length === 0 || names.length < atoms.length ? undefined : names;
}

function needsOfPredicate(predicate: Predicate): readonly (readonly string[] | undefined)[] {
  switch (predicate.kind) {
    case "depends-on":
      return [anyOf([predicate.atom])];
    case "all":
      return predicate.of.flatMap(needsOfPredicate);
    default:
      return [];
  }
}
