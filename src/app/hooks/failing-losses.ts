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

/** Each hook that was left out because it would not be the same guard: agent and hook. */
export function refusedHooks(losses: readonly ConversionLoss[]): readonly ConversionLoss[] {
  const refused = losses.filter(({ severity }) => severity === "error");
  return refused.filter(({ agent, index }, at) => refused.findIndex((one) => one.agent === agent && one.index === index) === at);
}
