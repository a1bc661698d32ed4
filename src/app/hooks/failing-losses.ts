/** Which losses fail a check (`--check --fail-on`). */

import type { ConversionLoss } from "../../convert/conversion-loss.ts";
import type { FailOn } from "./fail-on.ts";

const FAILS: Readonly<Record<FailOn, (loss: ConversionLoss) => boolean>> = {
  "lossy-blocking": ({ severity, blocking }) => severity === "error" || (blocking && severity === "warning"),
  lossy: ({ severity }) => severity !== "info",
  any: () => true,
};

export function failingLosses(losses: readonly ConversionLoss[], failOn: FailOn): readonly ConversionLoss[] {
  return losses.filter(FAILS[failOn]);
}

/** A guard does not hold where it was written to. What other programs make of a manifest is another question. */
export function isRefusal({ severity, effect }: ConversionLoss): boolean {
  return severity === "error" && effect !== "changed";
}

/** One for each guard: agent and hook. */
export function refusedHooks(losses: readonly ConversionLoss[]): readonly ConversionLoss[] {
  const refused = losses.filter(isRefusal);
  return refused.filter(({ agent, index }, at) => refused.findIndex((one) => one.agent === agent && one.index === index) === at);
}
