/** What a manifest cannot say, and what it costs other readers of the format: they give every command the payload of the format. */

import { dialectOf, type HookManifest, type ManifestHook } from "../canonical/hook-manifest.ts";
import { INTERCHANGE_SOURCE } from "../canonical/shimmed-hook.ts";
import { hookLabel } from "../hook-manifest/hook-label.ts";
import { readManifest } from "../hook-manifest/read-manifest.ts";
import { writeManifest } from "../hook-manifest/write-manifest.ts";
import type { ConversionLoss } from "./conversion-loss.ts";
import { leftOut, losing } from "./lose.ts";
import { targetFor } from "./target.ts";

export interface AsManifest {
  /** Without the hooks that no manifest can have. */
  readonly manifest: HookManifest;
  readonly losses: readonly ConversionLoss[];
}

export function asManifest(manifest: HookManifest): AsManifest {
  const losses: ConversionLoss[] = [];
  const hooks = manifest.hooks.filter((hook, index) => {
    const lose = losing(hook, index, { agent: INTERCHANGE_SOURCE }, losses);
    const wrong = whyNotValid(hook);
    const dialect = dialectOf(hook);
    if (wrong !== undefined) lose("hook", wrong, leftOut(hook));
    else if (dialect !== undefined && ["command", "http"].includes(hook.handler.type)) {
      const title = targetFor(dialect)?.title ?? dialect;
      const reason = `it reads the payload of ${title} and answers as ${title} expects, which only Symposium knows from the manifest`;
      lose("handler", reason, "changed", { severity: hook.blocking === true ? "error" : "warning" });
    }
    return wrong === undefined;
  });
  return { manifest: { ...manifest, hooks }, losses };
}

/** By the reader itself: a native matcher may have a look-ahead, which the format does not know. */
function whyNotValid(hook: ManifestHook): string | undefined {
  const read = readManifest(writeManifest({ spec: "hooks/1.0", hooks: [hook] }), "hooks.json");
  const message = read.ok ? undefined : read.problems.find(({ severity }) => severity === "error")?.message;
  return message?.replace(`${hookLabel(hook, 0)}: `, "");
}
