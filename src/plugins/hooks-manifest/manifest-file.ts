/** Which file of a folder is a hook manifest. Other tools have files of these names too, so only what says `spec: hooks/…` counts. */

import { join } from "node:path";

import { isObject, parseJson } from "../../canonical/json.ts";
import { readTextFile } from "../../documents/text-file.ts";

export const HOOK_MANIFESTS: readonly string[] = ["hooks.json", "hooks.yaml", "hooks.yml"];

export function isHookManifestName(file: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(file);
}

/** The first of these names that is a hook manifest; one that is being edited counts as long as it says so. */
export function hookManifestIn(folder: string, names: readonly string[]): string | undefined {
  return HOOK_MANIFESTS.filter((name) => names.includes(name))
    .map((name) => join(folder, name))
    .find((file) => {
      const read = readTextFile(file);
      return read.kind === "text" && isHookManifest(read.text, file);
    });
}

/** Cheap, because every such file of a source is asked: most are other programs'. */
export function isHookManifest(text: string, file: string): boolean {
  if (!file.endsWith(".json")) return /^["']?spec["']?\s*:\s*["']?hooks\//m.test(text);
  if (!/"spec"\s*:\s*"hooks\\?\//.test(text)) return false;
  const value = parseJson(text);
  // Text that does not parse may be half of an edit.
  return value === undefined || (isObject(value) && typeof value["spec"] === "string" && value["spec"].startsWith("hooks/"));
}
