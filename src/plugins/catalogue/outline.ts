/** What must be known of a plugin while none of its packages is in the workspace (PL-31): enough for flags, registration, reasons and names. */

import { parseAtom } from "../../predicates/parse-atom.ts";
import type { Atom, Gate, Predicate } from "../../predicates/predicate.ts";
import { printAtom } from "../../predicates/print.ts";
import type { Hook, Plugin } from "../plugin.ts";
import { variablesIn } from "../variables-in.ts";

export interface PluginOutline extends Pick<Plugin, "name" | "directory" | "manifest" | "gate"> {
  readonly hooks: readonly OutlinedHook[];
  readonly hasSkills: boolean;
  readonly hasChained: boolean;
  /** The variables that its gates read. */
  readonly variables: readonly string[];
}

export type OutlinedHook = Pick<Hook, "name" | "event" | "agent" | "format" | "onFailure" | "inactive">;

export function outlineOf(plugin: Plugin): PluginOutline {
  const { name, directory, manifest, gate, hooks, skills, chained } = plugin;
  return {
    name,
    directory,
    manifest,
    gate,
    hooks: hooks.map(outlinedHook),
    hasSkills: skills.length > 0,
    hasChained: chained.length > 0,
    variables: [...new Set(variablesIn(plugin))],
  };
}

function outlinedHook({ name, event, agent, format, onFailure, inactive }: Hook): OutlinedHook {
  return {
    name,
    event,
    ...(agent === undefined ? {} : { agent }),
    format,
    onFailure,
    ...(inactive === undefined ? {} : { inactive }),
  };
}

/** A gate from JSON, which has no functions. Requirements are parsed when a version is compared, which is rare here. */
export function revivedGate({ dependsOn, predicates }: Gate): Gate {
  return { dependsOn: dependsOn.map(revivedAtom), predicates: predicates.map(revivedPredicate) };
}

function revivedPredicate(predicate: Predicate): Predicate {
  switch (predicate.kind) {
    case "depends-on":
      return { ...predicate, atom: revivedAtom(predicate.atom) };
    case "not":
      return { ...predicate, of: revivedPredicate(predicate.of) };
    case "any":
    case "all":
      return { ...predicate, of: predicate.of.map(revivedPredicate) };
    default:
      return predicate;
  }
}

function revivedAtom(atom: Atom): Atom {
  if (atom.requirement === undefined) return atom;
  const { text, own } = atom.requirement;
  const parsed = () => {
    const again = parseAtom(printAtom(atom));
    return "problem" in again ? undefined : again.requirement;
  };
  const matches = (version: string) => parsed()?.matches(version) === true;
  return { ...atom, requirement: { text, own, matches, limits: () => parsed()?.limits() ?? [] } };
}
