/** The hooks of a plugin in a workspace: with the reason why one cannot run, or with what the call itself must judge. */

import type { Live } from "../predicates/live.ts";
import { reduceAll } from "../predicates/reduce.ts";
import type { PredicateSurroundings } from "../predicates/surroundings.ts";
import { whyClosed } from "../predicates/why-closed.ts";
import { withoutDependencies } from "../predicates/without-dependencies.ts";
import type { Hook, Plugin } from "./plugin.ts";

export interface Judged {
  /** Why it cannot run. */
  readonly inactive?: string;
  /** What a call must judge. */
  readonly when?: Live;
}

export interface JudgedHook extends Judged {
  readonly hook: Hook;
}

/** `inactive` is a reason for the whole plugin, whatever its gates say. */
export function judgeHooks(plugin: Plugin, surroundings: PredicateSurroundings, inactive: string | undefined): readonly JudgedHook[] {
  return plugin.hooks.map((hook) => ({ hook, ...judged(plugin, hook, surroundings, inactive ?? hook.inactive) }));
}

function judged(plugin: Plugin, hook: Hook, surroundings: PredicateSurroundings, inactive: string | undefined): Judged {
  if (inactive !== undefined) return { inactive };
  const gates = [plugin.gate, hook.gate];
  // In doubt a hook that is closed on failure applies (RT-37).
  const isInDoubt = hook.onFailure === "closed" && isUnread(surroundings);
  const rest = reduceAll(isInDoubt ? gates.map(withoutDependencies) : gates, surroundings);
  if (rest === true) return {};
  return rest === false ? { inactive: whyClosed(plugin.gate, surroundings) ?? whyClosed(hook.gate, surroundings) ?? "" } : { when: rest };
}

function isUnread({ workspace }: PredicateSurroundings): boolean {
  return workspace?.problems.some(({ severity }) => severity === "error") === true;
}
