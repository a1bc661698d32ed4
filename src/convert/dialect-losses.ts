/** What a manifest costs other readers of the format: they give every command the payload of the format. */

import { dialectOf, type HookManifest } from "../canonical/hook-manifest.ts";
import { INTERCHANGE_SOURCE } from "../canonical/shimmed-hook.ts";
import { hookLabel } from "../hook-manifest/hook-label.ts";
import type { ConversionLoss } from "./conversion-loss.ts";
import { targetFor } from "./target.ts";

export function dialectLosses({ hooks }: HookManifest): readonly ConversionLoss[] {
  return hooks.flatMap((hook, index): readonly ConversionLoss[] => {
    const dialect = dialectOf(hook);
    if (dialect === undefined || !["command", "http"].includes(hook.handler.type)) return [];
    const title = targetFor(dialect)?.title ?? dialect;
    return [
      {
        hook: hookLabel(hook, index),
        index,
        agent: INTERCHANGE_SOURCE,
        field: "handler",
        reason: `it reads the payload of ${title} and answers as ${title} expects, which only Symposium knows from the manifest`,
        effect: "changed",
        strategy: "none",
        severity: hook.blocking === true ? "error" : "warning",
        blocking: hook.blocking === true,
      },
    ];
  });
}
