/** Agents by name and by the variables that they set, as a hook call finds them. */

import type { Context, Environment } from "../context.ts";
import { joined, placesOf } from "../host/places.ts";
import { entriesOf, lookUp } from "../lookup.ts";
import type { HookTime } from "./agent.ts";
import { AGENT_CODE, AGENT_WORDS, ENV_MARKS, READERS } from "./hook-list.ts";
import type { Shim } from "./shim.ts";

export const SHIM_NAMES: readonly string[] = entriesOf(AGENT_CODE).flatMap(([name, { shim }]) => (shim === undefined ? [] : [name]));

/** Our name for the agent that `word` names: that name itself, a config name, or a slug of the interchange format. */
export function resolveAgent(word: string): string | undefined {
  return lookUp(AGENT_WORDS, word);
}

/** The hook-time part of an agent by our name for it; `undefined` when no one of that name can call. */
export function loadHookTime(name: string): Promise<HookTime> | undefined {
  return lookUp(AGENT_CODE, name)
    ?.call()
    .then((module) => module.hookTime);
}

export function readersOf(name: string): readonly string[] {
  return lookUp(READERS, name) ?? [];
}

export function loadShim(name: string): Promise<Shim> | undefined {
  return lookUp(AGENT_CODE, name)
    ?.shim?.()
    .then((module) => module.shim);
}

export function hasShim(name: string): boolean {
  return lookUp(AGENT_CODE, name)?.shim !== undefined;
}

export function agentMark(env: Environment): string | undefined {
  const fits = (name: string) => ENV_MARKS.some((mark) => (mark.endsWith("*") ? name.startsWith(mark.slice(0, -1)) : name === mark));
  return Object.entries(env).find(([name, value]) => value && fits(name))?.[0];
}

/** Our directory for a hook program outside it: `SYMPOSIUM_HOME`, unless an agent started us, because its project may have set that. */
export function baseByVariables(context: Context): string {
  const { env, home, os } = context;
  return env["SYMPOSIUM_HOME"] && agentMark(env) === undefined ? placesOf(context).base : joined(os, home, ".symposium");
}

/** Most hooks were written for this agent, so `hooks import` reads its files by default. */
export const USUAL_SOURCE = "claude-code";
