/** `hooks explain`: what each hook becomes on each agent, with what is lost. */

import type { NativeHook } from "../agents/hook-files.ts";
import type { Problem } from "../files/problem.ts";
import type { PlacedContext } from "../host/places.ts";
import { lookUp } from "../lookup.ts";
import type { HookManifest } from "../model/hook-manifest.ts";
import { hookLabel } from "../plugins/hook-manifest/hook-manifest-text.ts";
import { shimming } from "./encode-shim.ts";
import { type ConversionLoss, type HookResult, resultOf } from "./losses.ts";
import { planHooks, type PlannedHook, type PlanOptions } from "./plan-hook.ts";
import { type ConversionInputs, hookTexts, inProject, readHooks } from "./read-hooks.ts";
import { allTargets, type Target, targetNamed } from "./target.ts";

interface ExplainRequest extends ConversionInputs {
  /** Agents, each with a form where it is not the first; absent for all. */
  readonly to?: readonly string[] | undefined;
}

export interface Explanation {
  /** Whose files the hooks were read from; absent for manifests. */
  readonly source?: string;
  readonly hooks: readonly ExplainedHook[];
  readonly losses: readonly ConversionLoss[];
  readonly warnings: readonly Problem[];
}

export async function explainFiles({ context }: Pick<PlacedContext, "context">, request: ExplainRequest): Promise<Explanation> {
  const { from, to = ["all"], noShim } = request;
  const targets = to.flatMap((word) => (word === "all" ? allTargets() : [targetNamed(word)]));
  const { manifest, source, losses, warnings } = readHooks(await hookTexts(request, context), from, inProject(context.cwd));
  const hooks = explainHooks(manifest, targets, shimming(noShim));
  const all = hooks.flatMap(({ agents }) => agents.flatMap((one) => one.losses));
  return { source: source?.agent, hooks, losses: [...losses, ...all], warnings };
}

export interface ExplainedHook {
  readonly index: number;
  readonly hook: string;
  readonly event: string;
  readonly agents: readonly ExplainedOnAgent[];
}

export interface ExplainedOnAgent {
  readonly agent: string;
  readonly title: string;
  readonly result: HookResult;
  readonly entries: readonly NativeHook[];
  /** What a denial prevents at those of its events that only this agent has; `null`: nothing. */
  readonly own?: readonly { readonly event: string; readonly prevents: string | null }[];
  readonly losses: readonly ConversionLoss[];
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
  const { agent, title, facts } = target;
  const own = [...new Set(natives.map(({ event }) => event))].flatMap((event) => {
    const known = lookUp(facts.events, event);
    return known === undefined || known.event !== undefined ? [] : [{ event, prevents: known.prevents ?? null }];
  });
  return { agent, title, result: resultOf(losses), entries: natives, own: own.length === 0 ? undefined : own, losses };
}
