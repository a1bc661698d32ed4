/** Which file holds the index of a workspace. Asked on every hook call: no file is touched. */

import type { Places } from "../../platform/places.ts";
import { shortHash } from "../../platform/short-hash.ts";

/** `<folder name>-<hash>`, so that a person finds it; one file for everything outside a workspace. */
export function indexFile(places: Pick<Places, "index">, workspace: string | null): string {
  const slash = places.index.includes("\\") ? "\\" : "/";
  return `${places.index}${slash}${workspace === null ? "no-workspace" : fileName(workspace)}`;
}

function fileName(workspace: string): string {
  const folder = workspace.replace(/[\\/]+$/, "").replace(/^.*[\\/]/s, "");
  const readable =
    folder
      .replace(/[^A-Za-z0-9._-]+/g, "_")
      .replace(/^\.+/, "")
      .slice(0, 40) || "root";
  return `${readable}-${shortHash(workspace)}`;
}
