/** How losses and messages call a hook. */

import type { ManifestHook } from "../canonical/hook-manifest.ts";

export function hookLabel({ name }: Pick<ManifestHook, "name">, index: number): string {
  return name === undefined || name === "" ? `Hook ${index + 1}` : name;
}
