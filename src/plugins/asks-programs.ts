/** The gates of plugins that need a program's answer. */

import type { LoadedPlugin } from "./active-plugins.ts";
import { mayAsk } from "./consent/standings.ts";
import { questionsOf } from "./gates/judge.ts";
import { type Asked, asksProgram, type PredicateSurroundings } from "./gates/predicate.ts";
import { innerGates, NO_PARTS } from "./plugin.ts";

export function asksPrograms(plugins: readonly LoadedPlugin[]): boolean {
  return plugins.some(({ plugin }) => [plugin.gate, ...innerGates(plugin)].some(asksProgram));
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

export function askedByClosed(plugins: readonly LoadedPlugin[], surroundings: PredicateSurroundings): readonly Asked[] {
  const closed = plugins.flatMap((loaded) => {
    const hooks = loaded.plugin.hooks.filter(({ onFailure }) => onFailure === "closed");
    return hooks.length === 0 ? [] : [{ ...loaded, plugin: { ...loaded.plugin, ...NO_PARTS, hooks } }];
  });
  return askedBy(closed, surroundings);
}
