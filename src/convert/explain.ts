/** What each hook of a manifest becomes on each agent, with its losses: the rows of `symposium hooks explain`. */

import type { NativeHook } from "../agents/hook-files.ts";
import type { HookManifest } from "../canonical/hook-manifest.ts";
import type { ConversionLoss } from "./conversion-loss.ts";
import { hookLabel } from "../hook-manifest/hook-label.ts";
import { planHook, type PlanOptions } from "./plan-hook.ts";
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
  readonly losses: readonly ConversionLoss[];
}

/** The worst that happens to it. */
const HOOK_RESULTS = ["same", "changed", "observes", "blocks", "excluded", "refused"] as const;

export type HookResult = (typeof HOOK_RESULTS)[number];

export function explainHooks(manifest: HookManifest, targets: readonly Target[], options: PlanOptions = {}): ExplainedHook[] {
  return manifest.hooks.map((hook, index) => ({
    index,
    hook: hookLabel(hook, index),
    event: hook.event,
    agents: targets.map((target) => {
      const { natives, losses } = planHook(hook, index, target, options);
      return { agent: target.agent, title: target.title, result: resultOf(losses), entries: natives, losses };
    }),
  }));
}

function resultOf(losses: readonly ConversionLoss[]): HookResult {
  const effects = new Set(losses.map(({ effect }) => effect));
  const worst = (["refused", "excluded", "blocks", "observes"] as const).find((effect) => effects.has(effect));
  return worst ?? (losses.some(({ severity }) => severity !== "info") ? "changed" : "same");
}
