/** What a conversion cannot carry over (IX-7), as data; `sentenceOf` says it to a person. */

import type { Capability, Strategy } from "../canonical/hook-manifest.ts";

export interface ConversionLoss {
  /** The hook's name, or `Hook 1` for the first one without a name. */
  readonly hook: string;
  /** Its position in the manifest, from 0. */
  readonly index: number;
  /** The agent that cannot have it. */
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

/** Of the losses of one hook on one agent. */
export function resultOf(losses: readonly Pick<ConversionLoss, "effect">[]): HookResult {
  return HOOK_RESULTS.find((result) => losses.some(({ effect }) => RESULTS[effect] === result)) ?? "same";
}
