/** What a conversion cannot keep (IX-7), as data and as a sentence, and which losses fail a check. */

import { AGENTS } from "../agents/list.ts";
import type { Capability, ManifestHook, Strategy } from "../model/hook-manifest.ts";
import { INTERCHANGE_SOURCE } from "../model/shimmed-hook.ts";
import { hookLabel } from "../plugins/hook-manifest/hook-manifest-text.ts";
import type { Target } from "./target.ts";

export interface ConversionLoss {
  /** The hook's name, or `Hook 1` for the first one without a name. */
  readonly hook: string;
  readonly index: number;
  readonly agent: string;
  /** Where it was: `event`, `matcher`, `handler.timeout`, `provider_data.claude-code.if` … */
  readonly field: string;
  readonly capability?: Capability;
  /** Why, as a clause: "Kiro reads no JSON". */
  readonly reason: string;
  readonly effect: LossEffect;
  readonly strategy: Strategy | "none";
  readonly severity: "error" | "warning" | "info";
  /** The hook may block: `--fail-on lossy-blocking` counts it. */
  readonly blocking: boolean;
}

export const LOSS_EFFECTS = {
  excluded: "the hook is left out",
  refused: "the hook could block, and is left out because it would not be the same guard",
  blocks: "a hook that always blocks takes its place",
  observes: "the hook runs, and cannot prevent anything",
  dropped: "the hook runs without it",
  changed: "the hook runs differently",
  adapted: "the hook is otherwise the same",
  unknown: "the script finds a placeholder there",
  unwritten: "the hook does the same, but the file does not say it",
} as const;

export type LossEffect = keyof typeof LOSS_EFFECTS;

/** What becomes of a hook, the worst first. */
const HOOK_RESULTS = ["refused", "excluded", "blocks", "observes", "changed", "same"] as const;

export type HookResult = (typeof HOOK_RESULTS)[number];

const RESULTS: Readonly<Record<LossEffect, HookResult>> = {
  excluded: "excluded",
  refused: "refused",
  blocks: "blocks",
  observes: "observes",
  dropped: "changed",
  changed: "changed",
  adapted: "same",
  unknown: "same",
  unwritten: "same",
};

export function resultOf(losses: readonly Pick<ConversionLoss, "effect">[]): HookResult {
  return HOOK_RESULTS.find((result) => losses.some(({ effect }) => RESULTS[effect] === result)) ?? "same";
}

export type Lose = (field: string, reason: string, effect: LossEffect, more?: LossDetails) => undefined;

interface LossDetails {
  readonly capability?: Capability;
  readonly strategy?: ConversionLoss["strategy"];
  /** Replaces the effect's usual severity. */
  readonly severity?: Exclude<ConversionLoss["severity"], "info">;
}

export function losing(hook: ManifestHook, index: number, { agent }: Pick<Target, "agent">, losses: ConversionLoss[]): Lose {
  const blocking = hook.blocking === true;
  return (field, reason, effect, { capability, strategy = "none", severity } = {}) => {
    losses.push({
      hook: hookLabel(hook, index),
      index,
      agent,
      field,
      capability,
      reason,
      effect,
      strategy,
      severity: severity ?? usualSeverity(effect, blocking),
      blocking,
    });
  };
}

export function leftOut({ blocking }: Pick<ManifestHook, "blocking">): "refused" | "excluded" {
  return blocking === true ? "refused" : "excluded";
}

/** A guard that is missing is an error. */
function usualSeverity(effect: LossEffect, blocking: boolean): ConversionLoss["severity"] {
  if (effect === "refused") return "error";
  if (effect === "excluded") return blocking ? "error" : "warning";
  return resultOf([{ effect }]) === "same" ? "info" : "warning";
}

export function sentenceOf({ hook, agent, field, capability, strategy, ...loss }: ConversionLoss): string {
  const title = agent === INTERCHANGE_SOURCE ? "other readers of the format" : (AGENTS.find(({ name }) => name === agent)?.title ?? agent);
  const about = capability === undefined ? `\`${field}\`` : `\`${field}\` (${capability})`;
  const chosen = strategy === "none" ? "" : ` (degradation strategy: \`${strategy}\`)`;
  return `${hook} on ${title}, ${about}: ${consequenceOf(loss)}${chosen}.`;
}

export function consequenceOf({ reason, effect }: Pick<ConversionLoss, "reason" | "effect">): string {
  return `${reason}${effect === "adapted" ? ";" : ", so"} ${LOSS_EFFECTS[effect]}`;
}

/** What fails a check (`--check --fail-on`): losses of hooks that may block, losses that change what a hook does, or any loss. */
export const FAIL_ON = ["lossy-blocking", "lossy", "any"] as const;

export type FailOn = (typeof FAIL_ON)[number];

export function failingLosses(losses: readonly ConversionLoss[], failOn: FailOn): readonly ConversionLoss[] {
  return losses.filter(
    ({ severity, blocking }) => failOn === "any" || (severity !== "info" && (failOn === "lossy" || severity === "error" || blocking)),
  );
}

/** A guard does not hold where it was written to. What other programs make of a manifest is another question. */
export function isRefusal({ severity, effect }: ConversionLoss): boolean {
  return severity === "error" && effect !== "changed";
}

export function refusedHooks(losses: readonly ConversionLoss[]): readonly ConversionLoss[] {
  const refused = losses.filter(isRefusal);
  return refused.filter(({ agent, index }, at) => refused.findIndex((one) => one.agent === agent && one.index === index) === at);
}
