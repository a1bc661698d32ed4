/** The gates of plugins that need a program's answer. */

import { type Gate, leavesOf } from "../predicates/predicate.ts";
import { questionsOf } from "../predicates/questions.ts";
import type { Asked, PredicateSurroundings } from "../predicates/surroundings.ts";
import type { LoadedPlugin } from "./active-plugins.ts";
import { mayAsk } from "./consent/standings.ts";
import type { Plugin } from "./plugin.ts";

/** Whether any gate depends on a program's answer. */
export function asksPrograms(plugins: readonly LoadedPlugin[]): boolean {
  return plugins.some(({ plugin }) => [plugin.gate, ...innerGates(plugin)].some(asksProgram));
}

export function asksProgram({ predicates }: Gate): boolean {
  return leavesOf(predicates).some(({ kind }) => kind === "shell" || kind === "custom");
}

/** The questions needed to judge these plugins here. Those of a package or a workspace ask none before the user agreed (PL-16). */
export function askedBy(plugins: readonly LoadedPlugin[], surroundings: PredicateSurroundings): readonly Asked[] {
  return plugins
    .filter(({ state }) => state !== "disabled")
    .flatMap((loaded) => {
      const { plugin } = loaded;
      return [[plugin.gate], ...innerGates(plugin).map((gate) => [plugin.gate, gate])]
        .flatMap((gates) => questionsOf(gates, surroundings))
        .filter((asked) => mayAsk(loaded, asked));
    });
}

/** Those of closed hooks among them. */
export function askedByClosed(plugins: readonly LoadedPlugin[], surroundings: PredicateSurroundings): readonly Asked[] {
  const closed = plugins.map((loaded) => ({
    ...loaded,
    plugin: { ...loaded.plugin, ...NO_ITEMS, hooks: loaded.plugin.hooks.filter(isClosed) },
  }));
  return askedBy(
    closed.filter(({ plugin }) => plugin.hooks.length > 0),
    surroundings,
  );
}

const NO_ITEMS = { skills: [], servers: [], subcommands: [], chained: [] } as const;

function isClosed({ onFailure }: Plugin["hooks"][number]): boolean {
  return onFailure === "closed";
}

/** The gates of the items of a plugin. */
export function innerGates({ hooks, skills, servers, subcommands, chained }: Plugin): readonly Gate[] {
  return [...hooks, ...skills, ...servers, ...subcommands, ...chained].map(({ gate }) => gate);
}
