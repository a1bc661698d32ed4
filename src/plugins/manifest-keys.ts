import { Manifest } from "./manifest.ts";

/** Whether a manifest may have this key at the top. Apart from the schema, so that the search for manifests does not load it. */
export function isManifestKey(key: string): boolean {
  return Object.hasOwn(Manifest.entries, key);
}
