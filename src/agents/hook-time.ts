/** Agents by name, as a hook call finds them. */

import { lookUp } from "../lookup.ts";
import type { HookTime } from "./agent.ts";
import { AGENT_WORDS, HOOK_TIMES, READERS, SHIMS } from "./hook-list.ts";
import type { Shim } from "./shim.ts";

/** Agents whose hooks run on others too. */
export const SHIM_NAMES: readonly string[] = Object.keys(SHIMS);

const NONE: readonly string[] = [];

/** Our name for the agent that `word` names: that name itself, a config name, or a slug of the interchange format. */
export function resolveAgent(word: string): string | undefined {
  return lookUp(AGENT_WORDS, word);
}

/** The hook-time part of an agent by our name for it; `undefined` when no one of that name can call. */
export function loadHookTime(name: string): Promise<HookTime> | undefined {
  return lookUp(HOOK_TIMES, name)?.().then((module) => module.hookTime);
}

/** Agents that read the hook files of this one too. */
export function readersOf(name: string): readonly string[] {
  return lookUp(READERS, name) ?? NONE;
}

/** `undefined` for an agent whose hooks run nowhere else. */
export function loadShim(name: string): Promise<Shim> | undefined {
  return lookUp(SHIMS, name)?.().then((module) => module.shim);
}

export function hasShim(name: string): boolean {
  return lookUp(SHIMS, name) !== undefined;
}
