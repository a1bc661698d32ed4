/** What the vectors compare: the documents of an encoding, and its losses without those that only inform. */

import { documentIn, encodeHooks } from "../../../src/interchange/encode.ts";
import { type Target, targetFor } from "../../../src/interchange/target.ts";
import type { HookManifest } from "../../../src/model/hook-manifest.ts";
import type { ExpectedLoss } from "./vectors.ts";

export interface SeenEncoding {
  readonly files: Readonly<Record<string, unknown>>;
  readonly losses: readonly ExpectedLoss[];
  readonly isRefused: boolean;
}

export function encoded(manifest: HookManifest, agent: string): SeenEncoding {
  const target = targetOf(agent);
  const { files, losses } = encodeHooks(manifest, target);
  return {
    files: Object.fromEntries(files.map(({ path, content }) => [path, documentIn(content, target.form)])),
    // `handler` says that the command gets the agent's own payload, which is true of every conversion without a shim.
    losses: losses
      .filter(({ severity, field }) => severity !== "info" && field !== "handler")
      .map(({ index, field, capability, strategy, effect }) => ({
        index,
        field,
        effect,
        strategy,
        ...(capability === undefined ? {} : { capability }),
      })),
    isRefused: losses.some(({ severity }) => severity === "error"),
  };
}

export function targetOf(agent: string): Target {
  const target = targetFor(agent);
  if (target === undefined) throw new Error(`no agent ${agent}`);
  return target;
}
