/** Where imported hooks come from, in words. */

import { shortName } from "../../plugins/imported/find-files.ts";
import type { ImportedOrigin } from "../../plugins/plugin-origin.ts";

export function importedFrom({ folder }: ImportedOrigin, manifest: string): string {
  return `imported from ${folder ?? shortName(manifest)}`;
}
