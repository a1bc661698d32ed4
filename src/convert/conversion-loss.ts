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
  unknown: "the script finds a placeholder there",
  unwritten: "the hook does the same, but the file does not say it",
} as const;

export type LossEffect = keyof typeof LOSS_EFFECTS;
