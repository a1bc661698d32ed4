/** Reads a manifest of the Hook Interchange Format, in either notation. */

import type { HookManifest } from "../canonical/hook-manifest.ts";
import type { Problem } from "../documents/problem.ts";
import { readManifestWith } from "./read-manifest-with.ts";
import { readYamlDocument } from "./yaml-document.ts";

export type ReadManifest =
  | { readonly ok: true; readonly manifest: HookManifest; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Never throws. `file` is what problems call it; its ending says which notation it is in. */
export function readManifest(text: string, file: string): ReadManifest {
  const read = readManifestWith(text, file, readYamlDocument);
  return read.ok ? { ok: true, manifest: read.manifest, warnings: read.warnings } : read;
}
