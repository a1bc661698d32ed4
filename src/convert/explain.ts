/** What each hook of a manifest becomes on each agent, with its losses: the rows of `symposium hooks explain`. */

import type { NativeHook } from "../agents/hook-files.ts";
import type { HookManifest } from "../canonical/hook-manifest.ts";
import { type ConversionLoss, type HookResult, resultOf } from "./conversion-loss.ts";
import { hookLabel } from "../hook-manifest/hook-label.ts";
import { lookUp } from "../lookup.ts";
import { type PlannedHook, planHooks, type PlanOptions } from "./plan-hook.ts";
import type { Target } from "./target.ts";

export interface ExplainedHook {
  /** Its position in the manifest, from 0. */
  readonly index: number;
  readonly hook: string;
  readonly event: string;
  readonly agents: readonly ExplainedOnAgent[];
}

export interface ExplainedOnAgent {
  readonly agent: string;
  readonly title: string;
  readonly result: HookResult;
  /** The entries that it becomes; none where it is left out. */
  readonly entries: readonly NativeHook[];
  /** What a denial prevents at those of its events that only this agent has. */
  readonly own?: readonly OwnEvent[];
  readonly losses: readonly ConversionLoss[];
}

export interface OwnEvent {
  readonly event: string;
  /** `null` where nothing can be prevented. */
  readonly prevents: string | null;
}

export function explainHooks(manifest: HookManifest, targets: readonly Target[], options: PlanOptions = {}): ExplainedHook[] {
  const onAgents = targets.map((target) => planHooks(manifest, target, options).map((plan) => explained(plan, target)));
  return manifest.hooks.map((hook, index) => ({
    index,
    hook: hookLabel(hook, index),
    event: hook.event,
    agents: onAgents.flatMap((hooks) => hooks[index] ?? []),
  }));
}

function explained({ natives, losses }: PlannedHook, target: Target): ExplainedOnAgent {
  const own = ownEvents(natives, target);
  const { agent, title } = target;
  return { agent, title, result: resultOf(losses), entries: natives, ...(own.length === 0 ? {} : { own }), losses };
}

function ownEvents(natives: readonly NativeHook[], { facts }: Target): OwnEvent[] {
  return [...new Set(natives.map(({ event }) => event))].flatMap((event) => {
    const known = lookUp(facts.events, event);
    return known === undefined || known.event !== undefined ? [] : [{ event, prevents: known.prevents ?? null }];
  });
}
