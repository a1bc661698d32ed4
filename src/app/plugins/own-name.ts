/** What a plugin without a name of its own is called in a folder that the user names: as where the folder's workspace counts (PL-26). */

import { basename } from "node:path";

import type { PlacedContext } from "../../platform/places.ts";
import { ownFolders } from "../../plugins/own-folders.ts";
import { workspaceAround } from "../../plugins/workspace-around.ts";
import { workspaceFolder } from "../workspace-folder.ts";

export function ownNameOf(folder: string, { context, places }: PlacedContext): string {
  const workspace = workspaceAround(workspaceFolder({ ...context, cwd: folder }), { context, places });
  return (workspace === null ? undefined : ownFolders(workspace).get(folder)) ?? basename(folder);
}
