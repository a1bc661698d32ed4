/**
 * The file name of a workspace's index. A workspace has one index, and a folder inside it one small file that leads there. Used on
 * every hook call: no file is touched.
 */

import type { Workspace } from "../../ecosystems/workspace.ts";
import type { Places } from "../../platform/places.ts";
import { shortHash } from "../../platform/short-hash.ts";

/** Named by a hash alone, because making a readable name costs every call time; the header names the workspace. */
export function indexFile(places: Pick<Places, "index">, key: string | null): string {
  // An absolute path that starts with a slash is not a Windows path, and may have backslashes in its names.
  const slash = places.index[0] !== "/" && places.index.includes("\\") ? "\\" : "/";
  return `${places.index}${slash}${key === null ? "no-workspace" : shortHash(key)}`;
}

/** The folders of all roots: two folders of one repository may see different ones. */
export function keyOf(workspace: Pick<Workspace, "folder" | "roots" | "unread"> | null): string | null {
  if (workspace === null) return null;
  // Another folder of the same repository may be read to the end.
  if (workspace.unread !== undefined) return `${workspace.unread}\nunread`;
  return workspace.roots.length < 2 ? workspace.folder : workspace.roots.map(({ folder }) => folder).join("\n");
}
