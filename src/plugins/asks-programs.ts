/** The gates of plugins, and what only programs can answer about them. */

import { type Gate, leavesOf } from "../predicates/predicate.ts";
import { questionsOf } from "../predicates/questions.ts";
import type { Asked, PredicateSurroundings } from "../predicates/surroundings.ts";
import type { LoadedPlugin } from "./active-plugins.ts";
import type { Plugin } from "./plugin.ts";

/** Whether any gate hangs on the answer of a program. */
export function asksPrograms(plugins: readonly LoadedPlugin[]): boolean {
  return plugins.some(({ plugin }) => [plugin.gate, ...innerGates(plugin)].some(asksProgram));
}

function asksProgram({ predicates }: Gate): boolean {
  return leavesOf(predicates).some(({ kind }) => kind === "shell" || kind === "custom");
}

/** What has to be asked to judge these plugins here. Nothing that comes with a workspace asks anything (PL-16). */
export function askedBy(plugins: readonly LoadedPlugin[], surroundings: PredicateSurroundings): readonly Asked[] {
  return plugins
    .filter(({ isMember, state }) => !isMember && state !== "disabled")
    .flatMap(({ plugin }) => [[plugin.gate], ...innerGates(plugin).map((gate) => [plugin.gate, gate])])
    .flatMap((gates) => questionsOf(gates, surroundings));
}

function innerGates({ hooks, skills, servers, subcommands, chained }: Plugin): readonly Gate[] {
  return [...hooks, ...skills, ...servers, ...subcommands, ...chained].map(({ gate }) => gate);
}
