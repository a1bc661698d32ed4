/** Which file holds the index of a workspace. Asked on every hook call: no file is touched. */

import type { Places } from "../../platform/places.ts";
import { shortHash } from "../../platform/short-hash.ts";

/** Named by a hash alone, since making a name that people can read costs every call time; the header says which workspace it is. */
export function indexFile(places: Pick<Places, "index">, workspace: string | null): string {
  // An absolute path that begins with a slash is not one of Windows, and may have backslashes in its names.
  const slash = places.index[0] !== "/" && places.index.includes("\\") ? "\\" : "/";
  return `${places.index}${slash}${workspace === null ? "no-workspace" : shortHash(workspace)}`;
}
