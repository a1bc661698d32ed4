/** Writes a manifest as JSON. */

import type { HookManifest, ManifestHook, Spec } from "../canonical/hook-manifest.ts";
import { isObject, type JsonObject } from "../canonical/json.ts";
import { renamedKey } from "./normalise.ts";

export interface WriteOptions {
  readonly spec?: Spec;
}

/** Fields stay in the order that the manifest has them in, unknown ones too. */
export function writeManifest(manifest: HookManifest, { spec = "hooks/1.0" }: WriteOptions = {}): string {
  const hooks = manifest.hooks.map((hook) => (spec === "hooks/1.0" ? withOsx(hook) : hook));
  return `${JSON.stringify({ ...manifest, spec, hooks }, null, 2)}\n`;
}

/** `hooks/1.0` calls macOS so. */
function withOsx(hook: ManifestHook): ManifestHook {
  const platform: unknown = hook.handler.platform;
  if (!isObject(platform)) return hook;
  return { ...hook, handler: { ...hook.handler, platform: renamedKey(platform as JsonObject, "darwin", "osx") } };
}
