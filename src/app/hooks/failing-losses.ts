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

/** Each guard that does not hold where it was written to: agent and hook. What other programs make of a manifest is another question. */
export function refusedHooks(losses: readonly ConversionLoss[]): readonly ConversionLoss[] {
  const refused = losses.filter(({ severity, effect }) => severity === "error" && effect !== "changed");
  return refused.filter(({ agent, index }, at) => refused.findIndex((one) => one.agent === agent && one.index === index) === at);
}
