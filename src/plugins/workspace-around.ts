/** The workspace around a folder, read from local files, with our generated lock file where it has none. */

import type { Context } from "../context.ts";
import { cachedWorkspace } from "../ecosystems/cached-workspace.ts";
import { readWorkspace, type Workspace } from "../ecosystems/workspace.ts";
import type { Places } from "../platform/places.ts";
import { workspaceState } from "../platform/workspace-state.ts";

export interface Surroundings {
  readonly context: Context;
  readonly places: Places;
}

/** `folder` is a result of `findWorkspace`. */
export function workspaceAround(folder: string | null, { context, places }: Surroundings): Workspace | null {
  if (folder === null) return null;
  return readWorkspace(folder, { ...context, madeLock: (root) => workspaceState(places, root).lock });
}

/** The same for a command, from the last one's reading where that is still valid. */
export function knownWorkspaceAround(folder: string | null, { context, places }: Surroundings): Workspace | null {
  if (folder === null) return null;
  return cachedWorkspace(workspaceState(places, folder).read, folder, {
    ...context,
    madeLock: (root) => workspaceState(places, root).lock,
  });
}
