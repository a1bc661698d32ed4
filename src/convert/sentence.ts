/** A loss as a sentence for a person (IX-7). */

import { AGENTS } from "../agents/list.ts";
import { INTERCHANGE_SOURCE } from "../canonical/shimmed-hook.ts";
import { type ConversionLoss, LOSS_EFFECTS } from "./conversion-loss.ts";

export function sentenceOf({ hook, agent, field, capability, strategy, ...loss }: ConversionLoss): string {
  const title = agent === INTERCHANGE_SOURCE ? "other readers of the format" : (AGENTS.find(({ name }) => name === agent)?.title ?? agent);
  const about = capability === undefined ? `\`${field}\`` : `\`${field}\` (${capability})`;
  const chosen = strategy === "none" ? "" : ` (degradation strategy: \`${strategy}\`)`;
  return `${hook} on ${title}, ${about}: ${consequenceOf(loss)}${chosen}.`;
}

export function consequenceOf({ reason, effect }: Pick<ConversionLoss, "reason" | "effect">): string {
  return `${reason}${effect === "adapted" ? ";" : ", so"} ${LOSS_EFFECTS[effect]}`;
}
