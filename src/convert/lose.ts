/** Collects the losses of one hook on its way to one agent. */

import type { Capability, ManifestHook } from "../canonical/hook-manifest.ts";
import { type ConversionLoss, type LossEffect, resultOf } from "./conversion-loss.ts";
import { hookLabel } from "../hook-manifest/hook-label.ts";
import type { Target } from "./target.ts";

export type Lose = (field: string, reason: string, effect: LossEffect, more?: LossDetails) => void;

export interface LossDetails {
  readonly capability?: Capability;
  readonly strategy?: ConversionLoss["strategy"];
  /** Whether it informs alone is up to the effect. */
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
      ...(capability === undefined ? {} : { capability }),
      reason,
      effect,
      strategy,
      severity: severity ?? usualSeverity(effect, blocking),
      blocking,
    });
  };
}

/** What happens to a hook that would be another one. */
export function leftOut({ blocking }: Pick<ManifestHook, "blocking">): "refused" | "excluded" {
  return blocking === true ? "refused" : "excluded";
}

/** A guard that is missing is an error. */
function usualSeverity(effect: LossEffect, blocking: boolean): ConversionLoss["severity"] {
  if (effect === "refused") return "error";
  if (effect === "excluded") return blocking ? "error" : "warning";
  return resultOf([{ effect }]) === "same" ? "info" : "warning";
}
