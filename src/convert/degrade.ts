/** What becomes of a hook that needs what the agent lacks (IX-6). */

import { CAPABILITIES, type ManifestHook, type Strategy } from "../canonical/hook-manifest.ts";
import { lookUp } from "../lookup.ts";
import { inferCapabilities } from "./capabilities.ts";
import type { Lose } from "./lose.ts";
import { whyUnsupported } from "./support.ts";
import type { Target } from "./target.ts";

/** The strongest of the strategies for what the agent lacks. */
export function degraded(
  hook: ManifestHook,
  native: string,
  target: Target,
  source: Target | undefined,
  { isAsRead, isShimmed }: { readonly isAsRead: boolean; readonly isShimmed: boolean },
  lose: Lose,
): Strategy | undefined {
  // A hook that was written for exit codes alone loses no JSON, and one that goes back to its agent loses nothing.
  const isWithoutJson = isAsRead || (source?.readsJson === false && hook.capabilities === undefined);
  const missing = inferCapabilities(hook).flatMap((capability) => {
    if (isWithoutJson && capability === "structured_output") return [];
    const why = whyUnsupported(capability, native, hook.handler, target, isShimmed);
    if (why === undefined) return [];
    const chosen = hook.degradation === undefined ? undefined : lookUp(hook.degradation, capability);
    return [{ capability, why, strategy: chosen ?? CAPABILITIES[capability] }];
  });
  // Without its model nothing of such a hook is left that could run.
  const acted = ({ capability, strategy }: (typeof missing)[number]) =>
    capability === "llm_evaluated" && strategy === "warn" ? "exclude" : strategy;
  const strongest = STRONGEST_FIRST.find((strategy) => missing.some((one) => acted(one) === strategy));
  for (const one of missing) {
    const { capability, why, strategy } = one;
    // A hook that always blocks is not left out.
    const effect =
      acted(one) === "warn" ? (capability === "http_handler" ? "changed" : "dropped") : strongest === "block" ? "blocks" : "excluded";
    lose(FIELDS[capability], why, effect, { capability, strategy });
  }
  return strongest;
}

const STRONGEST_FIRST = ["block", "exclude", "warn"] as const satisfies readonly Strategy[];

const FIELDS = {
  structured_output: "blocking",
  input_rewrite: "capabilities",
  llm_evaluated: "handler.type",
  http_handler: "handler.type",
  async_execution: "handler.async",
  platform_commands: "handler.platform",
  custom_env: "handler.env",
  configurable_cwd: "handler.cwd",
} as const satisfies Record<keyof typeof CAPABILITIES, string>;
